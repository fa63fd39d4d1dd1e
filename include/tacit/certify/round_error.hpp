// A RoundError bounds how far rounding may have led the numbers of one round.
//
// The point x_t is what the learner holds, to the last bit. Its prediction is a sum of n products, off by at most
// (n + c) 2^-53 ||x_t|| ||z_t||; where a loss subtracts the label, that is as if the prediction were off by a unit of
// |p| + |y| more; a convex loss then is off by its steepest slope times that, and by a few units of its own. The point to
// which a round goes is that of the update but for (n + c) 2^-53 of its length.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "tacit/certify/label_size.hpp"
#include "tacit/core/round.hpp"
#include "tacit/core/sparse.hpp"

namespace tacit {

// Bounds on the errors of a round.
struct RoundError {
  double loss = 0;      // of l_t(x_t)
  double progress = 0;  // of delta_t
  double place = 0;     // of x_{t+1}, as a length
  double length = 0;    // at least ||x_t|| and ||x_{t+1}||
};

// `length` is at least ||x_t||, no point of the domain is longer than `longest`, and `weight` is the importance weight.
template <class L>
RoundError round_error(const L& loss, const Round& round, Row z, double label, double weight, double length, double longest) {
  constexpr double unit = std::numeric_limits<double>::epsilon();
  const double units = (static_cast<double>(z.size) + 32) * unit;
  const double norm = std::sqrt(squared_norm(z)) * (1 + 1e-9) + 1e-150;  // squares of smaller numbers are lost altogether
  const double prediction = units * length * norm + 4 * unit * (std::fabs(round.prediction) + size_of_label<L>(label));
  const double steepest = weight * std::max(std::fabs(loss.slope(round.prediction - prediction, label)),
                                            std::fabs(loss.slope(round.prediction + prediction, label)));
  RoundError error;
  constexpr double few = 0x1p-48;
  error.loss = steepest * prediction + few * round.loss_before + std::numeric_limits<double>::min();
  error.length = std::min(longest, (length + std::sqrt(2 * round.divergence)) * (1 + 1e-9));
  if (round.divergence > 0) error.place = units * error.length;
  // Both losses are off, and so is the way, whose price per length is the pull of the loss.
  error.progress = 4 * (error.loss + steepest * norm * error.place) + few * (round.loss_after + round.lambda * round.divergence) +
                   round.lambda * error.place * error.place;
  return error;
}

}  // namespace tacit
