// A sweep over rows in memory, its results as columns: those of the command line's CSV.
#pragma once

#include <pybind11/pybind11.h>

#include <optional>
#include <string>
#include <vector>

#include "bound_learner.hpp"
#include "bound_rows.hpp"
#include "tacit/sweep/plan.hpp"

namespace tacit::python {

// Runs with the interpreter's lock released. What a user may have meant otherwise becomes a UserWarning.
pybind11::dict sweep_columns(BoundRows& x, const Numbers& labels, const std::optional<Numbers>& weights,
                             const pybind11::dict& keywords, const SweepPlan& plan, const std::vector<std::string>& words,
                             const pybind11::object& progress);

}  // namespace tacit::python
