// How far from 0 the prediction lies from which a loss subtracts its own: that is rounded as well.
#pragma once

#include "tacit/core/elementary.hpp"
#include "tacit/losses/loss.hpp"

namespace tacit {

template <class L>
double size_of_label(double y) {
  if constexpr (OfCounts<L>) return y > 0 ? magnitude(logarithm(y)) : 0.0;
  return magnitude(y);
}

}  // namespace tacit
