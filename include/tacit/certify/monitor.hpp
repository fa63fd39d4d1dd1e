// What the paper's proofs add up, watched while a run goes on: from the Rounds alone, a few additions each.
//
//  - The path variability, sum over t >= 2 of l_t(x_t) - l_{t-1}(x_t), which the proofs use and V_T bounds. A doubling learner's
//    proof goes epoch by epoch: its terms across restarts are left out.
//  - A bound on the regret so far against every u in the ball, D^2 = max B = 2 R^2:
//        D^2 lambda_T + sum of delta_t               for implicit updates (with AdaImplicit, = D^2 lambda_T + beta^2
//        lambda_{T+1}), D^2 lambda_T + sum of ||g_t||^2 / (2 lambda_t)  for linear and truncated ones,
//    lambda_T summed over the epochs of a doubling learner. It holds for rules whose lambda never falls, as all here.
//  - A drift alarm from two readings of each round: the loss, and lambda_t (l_t(x_t) - l_t(x_{t+1})), the term that the round
//  adds to
//    the path variability in units of its step, which does not shrink with the steps.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "tacit/certify/drift.hpp"
#include "tacit/configuration.hpp"
#include "tacit/core/round.hpp"
#include "tacit/eval/tally.hpp"

namespace tacit {

inline constexpr double default_rounds_per_false_alarm = 1e6;

class Monitor {
 public:
  explicit Monitor(const Configuration& configuration, double rounds_per_false_alarm = default_rounds_per_false_alarm);

  // True if the round set off the drift alarm.
  bool add(const Round& round);

  double path_variability() const { return path_variability_.value(); }
  double squared_gradients() const { return squared_gradients_.value(); }
  // Nothing where no such bound is known: outside the ball, for ftrl and auto, and where online scaling changes the weights.
  std::optional<double> regret_bound() const;
  // How near the drift alarm is: it goes off at 1.
  double drift() const { return drift_.evidence(); }
  // The rounds that set it off, counted from 1.
  const std::vector<std::uint64_t>& alarms() const { return alarms_; }

 private:
  enum class Price { none, progress, gradient };

  Price price_;
  bool restarts_;
  double largest_divergence_;
  std::uint64_t rounds_ = 0;
  Round last_;
  double past_lambdas_ = 0;  // one an epoch that is over
  PreciseSum path_variability_;
  PreciseSum squared_gradients_;
  PreciseSum prices_;
  DriftDetector drift_;
  std::vector<std::uint64_t> alarms_;
};

}  // namespace tacit
