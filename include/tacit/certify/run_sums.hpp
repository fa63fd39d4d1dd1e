// What a run adds up for its certificate, from its Rounds alone.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "tacit/certify/exact_sum.hpp"
#include "tacit/certify/round_error.hpp"
#include "tacit/core/round.hpp"

namespace tacit {

struct RunSums {
  std::size_t rounds = 0;
  ExactSum losses;             // sum of l_t(x_t)
  ExactSum path;               // sum over t >= 2 of l_t(x_t) - l_{t-1}(x_t): what the learner met of the variability
  double first_loss = 0;       // l_1(x_1)
  double last_loss = 0;        // l_T(x_{T+1})
  ExactSum squared_gradients;  // sum of ||g_t||^2
  double largest_squared_gradient = 0;
  ExactSum progress;          // sum of delta_t
  ExactSum by_gradients;      // sum of ||g_t||^2 / (2 lambda_t)
  ExactSum by_failsafe;       // sum of min(||g_t|| ||x_{t+1} - x_t||, ||g_t||^2 / (2 lambda_t))
  double worst_progress = 0;  // the largest share of that minimum that a delta_t takes, less what may be rounding
  double first_lambda = 0;    // lambda_1
  double last_lambda = 0;     // lambda_T
  double next_lambda = 0;     // lambda_{T+1}
  bool lambda_falls = false;  // from any round to the next
  // Doubling: restarts N, and over its epochs i = 0..N the sums of lambda_i (of those that have a round) and of Delta_i / eta_i.
  std::size_t restarts = 0;
  double epoch_lambdas = 0;
  ExactSum scaled_progress;
  // Bounds on what rounding has done, summed over the rounds.
  double loss_error = 0;
  double progress_error = 0;
  double place_error = 0;       // lambda_t times the error of x_{t+1}
  double place_error_long = 0;  // and times the length of x_{t+1}

  // `at_start` is l_t(x_1): a rule that restarts has gone back there where lambda differs from that of the round before.
  void add(const Round& round, bool restarting, double at_start, const RoundError& error = {}) {
    const bool first = rounds == 0;
    const bool restarted = !first && restarting && round.lambda != last_lambda;
    if (first) first_loss = round.loss_before;
    if (first) first_lambda = round.lambda;
    if (!first) path.add(round.loss_before - (restarted ? last_at_start_ : last_loss));
    if (restarted) ++restarts;
    if (first || restarted) epoch_lambdas += round.lambda;
    lambda_falls = lambda_falls || (!first && round.lambda < last_lambda);

    const double delta = tacit::progress(round);
    const double gradient = std::sqrt(round.squared_gradient);
    const double by_gradient = round.squared_gradient > 0 ? round.squared_gradient / (2 * round.lambda) : 0.0;
    const double failsafe = std::min(gradient * std::sqrt(2 * round.divergence), by_gradient);
    constexpr double few_less = 1 - 0x1p-48;  // the rounding of the share itself
    if (delta > error.progress) worst_progress = std::max(worst_progress, few_less * (delta - error.progress) / failsafe);
    loss_error += error.loss;
    progress_error += error.progress;
    place_error += round.lambda * error.place;
    place_error_long += round.lambda * error.place * error.length;
    losses.add(round.loss_before);
    squared_gradients.add(round.squared_gradient);
    largest_squared_gradient = std::max(largest_squared_gradient, round.squared_gradient);
    progress.add(delta);
    by_gradients.add(by_gradient);
    by_failsafe.add(failsafe);
    scaled_progress.add(delta * round.lambda);
    last_loss = round.loss_after;
    last_lambda = round.lambda;
    last_at_start_ = at_start;
    ++rounds;
  }

  // Bounds the error of  sum lambda_t (B(u, x_t) - B(u, x_{t+1}))  for a u of that norm: the error of the points, and that of
  // computing the sum.
  double divergence_error(double norm) const { return place_error * norm + place_error_long; }
  // The sum of l_t(x_t), enclosed with all that was rounded in the terms.
  Enclosure paid() const {
    const Enclosure sum = losses.enclosure();
    const double error = loss_error * (1 + 1e-6);
    constexpr double infinity = std::numeric_limits<double>::infinity();
    return {std::max(0.0, std::nextafter(sum.lower - error, -infinity)), std::nextafter(sum.upper + error, infinity)};
  }

  // Puts in the least values that the rounds left out: the first one's and the last one's stay of the differences.
  void put_in(double first_least, double last_least) {
    first_loss += first_least;
    last_loss += last_least;
    path.add(last_least);
    path.add(-first_least);
  }

  // `lambda` is that of the round to come.
  void finish(bool restarting, double lambda) {
    if (restarting && rounds > 0 && lambda != last_lambda) {
      ++restarts;
      last_loss = last_at_start_;
    }
    next_lambda = lambda;
  }

 private:
  double last_at_start_ = 0;
};

}  // namespace tacit
