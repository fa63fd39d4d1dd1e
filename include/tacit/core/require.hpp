// Checks of values where they enter: constructors of losses, domains and step sizes.
#pragma once

#include <cmath>
#include <stdexcept>
#include <string>

#include "tacit/core/number.hpp"

namespace tacit {

inline bool is_finite(double x) { return std::isfinite(x); }

inline void require(bool holds, const char* otherwise) {
  if (!holds) throw std::invalid_argument(otherwise);
}

// Requires that beta^2 and 1/beta^2 are numbers.
template <class R>
void require_beta(const R& beta) {
  require(everywhere(beta > 0.0 && is_number(beta * beta) && is_number(1.0 / (beta * beta))),
          "beta must be a positive number between 1e-150 and 1e150");
}

}  // namespace tacit
