// What a run adds up for its certificate, from its Rounds alone.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "tacit/certify/exact_sum.hpp"
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
  double worst_progress = 0;  // the largest share of that minimum that a delta_t takes; rounding let aside
  double first_lambda = 0;    // lambda_1
  double last_lambda = 0;     // lambda_T
  double next_lambda = 0;     // lambda_{T+1}
  bool lambda_falls = false;  // from any round to the next
  // Doubling: restarts N, and over its epochs i = 0..N the sums of lambda_i (of those that have a round) and of Delta_i / eta_i.
  std::size_t restarts = 0;
  double epoch_lambdas = 0;
  ExactSum scaled_progress;

  // `at_start` is l_t(x_1): a rule that restarts has gone back there where lambda differs from that of the round before.
  void add(const Round& round, bool restarting, double at_start) {
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
    // Losses that large round as much as this; less progress than that says nothing.
    if (delta > 1e-9 * (round.loss_before + round.loss_after)) worst_progress = std::max(worst_progress, delta / failsafe);
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
