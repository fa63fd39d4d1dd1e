// A RoundError bounds how far rounding may have led the numbers of one round.
//
// The point x_t is what the learner holds, to the last bit. Its prediction is a sum of n products, off by at most
// (n + c) 2^-53 ||x_t|| ||z_t||; where a loss subtracts the label, that is as if the prediction were off by a unit of
// |p| + |y| more; a convex loss then is off by its steepest slope times that, and by a few units of its own. The point to
// which a round goes is that of the update but for (n + c) 2^-53 of its length.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
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

// The part of the bounds that all losses share: `misread` bounds how far the loss is off by what was rounded in its predictions,
// and `steepest` the length of its gradients per length of the features.
inline RoundError error_of_round(const Round& round, double units, double norm, double misread, double steepest, double length,
                                 double longest) {
  RoundError error;
  constexpr double few = 0x1p-48;
  error.loss = misread + few * round.loss_before + std::numeric_limits<double>::min();
  error.length = std::min(longest, (length + std::sqrt(2 * round.divergence)) * (1 + 1e-9));
  if (round.divergence > 0) error.place = units * error.length;
  // Both losses are off, and so is the way, whose price per length is the pull of the loss.
  error.progress = 4 * (error.loss + steepest * norm * error.place) + few * (round.loss_after + round.lambda * round.divergence) +
                   round.lambda * error.place * error.place;
  return error;
}

// `length` is at least ||x_t||, no point of the domain is longer than `longest`, and `weight` is the importance weight.
template <class L>
RoundError round_error(const L& loss, const Round& round, Row z, double label, double weight, double length, double longest) {
  constexpr double unit = std::numeric_limits<double>::epsilon();
  const double units = (static_cast<double>(z.size) + 32) * unit;
  const double norm = std::sqrt(squared_norm(z)) * (1 + 1e-9) + 1e-150;  // squares of smaller numbers are lost altogether
  const double prediction = units * length * norm + 4 * unit * (std::fabs(round.prediction) + size_of_label<L>(label));
  const double steepest = weight * std::max(std::fabs(loss.slope(round.prediction - prediction, label)),
                                            std::fabs(loss.slope(round.prediction + prediction, label)));
  return error_of_round(round, units, norm, steepest * prediction, steepest, length, longest);
}

// Of so many classes: each score is off like a prediction, and the loss by twice as much, as its slopes add up to 2 in magnitude.
inline RoundError class_round_error(const Round& round, Row z, std::size_t classes, double weight, double length,
                                    double longest) {
  constexpr double unit = std::numeric_limits<double>::epsilon();
  const double units = (static_cast<double>(z.size + classes) + 32) * unit;
  const double norm = std::sqrt(squared_norm(z)) * (1 + 1e-9) + 1e-150;
  return error_of_round(round, units, norm, 2 * weight * units * (length * norm + 1), 2 * weight, length, longest);
}

}  // namespace tacit
