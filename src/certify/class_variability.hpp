// Temporal variability of losses of several classes.
#pragma once

#include "tacit/certify/enclosure.hpp"
#include "tacit/data/dataset.hpp"
#include "tacit/learners/configuration.hpp"

namespace tacit {

Enclosure class_variability(const Dataset& rows, const Configuration& configuration, double radius);

}  // namespace tacit
