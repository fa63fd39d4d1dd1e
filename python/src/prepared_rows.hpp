// The rows of arrays, all at once, as a fresh learner would see them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bound_learner.hpp"
#include "bound_rows.hpp"
#include "tacit/data/dataset.hpp"
#include "tacit/learners/configuration.hpp"

namespace tacit::python {

// Checks the rows, understands their labels and scales their features as the configuration says. Of several classes, labels are
// numbers of these words if there are any, and the configuration is told the classes.
Dataset prepared_rows(Configuration& configuration, BoundRows& x, const Numbers& labels, const std::optional<Numbers>& weights,
                      const std::vector<std::string>& words);

}  // namespace tacit::python
