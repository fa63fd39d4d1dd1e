// Keeps the order of scores where a loss does not.
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>

#include "tacit/core/elementary.hpp"
#include "tacit/losses/hinge.hpp"

namespace tacit {

// Hinge drives predictions to the ends of their range, where all are equal. One that is close to an end is taken for it, which
// costs at most a 99th of the loss, since it pays at least 1.98 where it is wrong; and a part that costs at most a hundredth of
// the average loss so far keeps the order of the scores.
template <class L>
double ordered(double mixed, double score, double average_loss) {
  if constexpr (std::same_as<L, Hinge>) {
    constexpr double close = 0.02;
    constexpr double most = 0.005;
    const double part = most * std::min(1.0, average_loss);
    const double sure = std::abs(mixed) > 1 - close ? std::copysign(1.0, mixed) : mixed;
    return (1 - part) * sure + part * (2 / (1 + exponential(-score)) - 1);
  }
  return mixed;
}

}  // namespace tacit
