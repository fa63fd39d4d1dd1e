// Calls visitor(number, limits) for a number, or for each of its lanes.
#pragma once

#include <cstddef>

#include "tacit/core/state.hpp"

namespace tacit {

template <class Visitor, class Number>
void visit_lanes(Visitor& visitor, Number& number, Limits limits) {
  if constexpr (requires { number.set(0, 0.0); }) {
    for (std::size_t lane = 0; lane < Number::count; ++lane) {
      double value = number[lane];
      visitor(value, limits);
      number.set(lane, value);
    }
  } else {
    visitor(number, limits);
  }
}

}  // namespace tacit
