// The best fixed weights of several classes, all of them together in the ball.
#pragma once

#include "tacit/certify/comparator.hpp"

namespace tacit {

// Throws DataError where there are more weights than a solver can hold.
Comparator best_fixed_classes(const Dataset& rows, const Configuration& configuration, double radius,
                              const ComparatorOptions& options);

}  // namespace tacit
