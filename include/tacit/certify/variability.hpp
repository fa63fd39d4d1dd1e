// The temporal variability of a sequence of losses on the ball of radius R,
//   V_T = sum over t = 2..T of  max over ||x|| <= R of  l_t(x) - l_{t-1}(x),
// importance weights included, enclosed with all rounding errors on the outside. It is a signed number: where losses fall
// everywhere it is negative.
//
// For piecewise linear losses the enclosure is as wide as rounding makes it, some 1e-12 of V_T. For curved ones it is 1e-10 wide
// per term, wider only where a term is a small difference of large losses. Each term costs O(nonzeros of the two rows).
#pragma once

#include "tacit/certify/enclosure.hpp"
#include "tacit/data/dataset.hpp"
#include "tacit/learners/configuration.hpp"

namespace tacit {

// Of several classes the upper end is one that is easily proved, and may lie far above V_T; the lower end is that of one point.
//
// The number of threads changes no digit. Throws std::invalid_argument if the loss is unknown or the radius is invalid.
Enclosure temporal_variability(const Dataset& rows, const Configuration& configuration, double radius, unsigned threads = 1);

}  // namespace tacit
