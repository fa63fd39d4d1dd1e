// A Monitor adds up, while a run goes on, what the paper's proofs add up. It needs the Rounds alone, whatever the number of
// features.
//
// The path variability is the sum over t >= 2 of l_t(x_t) - l_{t-1}(x_t), which the proofs use and V_T bounds. Where a doubling
// learner has gone back to x_1, x_t is x_1; that loss is known if x_1 = 0, otherwise such terms are left out.
//
// No u of the ball has a regret above
//     D^2 lambda_T + sum of delta_t                    for implicit updates,
//     D^2 lambda_T + sum of ||g_t||^2 / (2 lambda_t)   for linear and truncated ones,
// D^2 = max B = 2 R^2 (with AdaImplicit, the first sum is beta^2 lambda_{T+1}), lambda_T summed over the epochs of a doubling
// learner. This holds for rules whose lambda never falls, as all here.
//
// The drift alarm takes two readings per round: its loss, and ||g_t||^2. For small steps the latter is what the round adds to the
// path variability, in units of its step; the term itself would shrink with the steps.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "tacit/certify/drift.hpp"
#include "tacit/core/precise_sum.hpp"
#include "tacit/core/round.hpp"
#include "tacit/core/row.hpp"
#include "tacit/learners/configuration.hpp"
#include "tacit/learners/state.hpp"

namespace tacit {

inline constexpr double default_rounds_per_false_alarm = 1e6;

class Monitor {
 public:
  enum class Start { zero, elsewhere };  // x_1

  explicit Monitor(const Configuration& configuration, double rounds_per_false_alarm = default_rounds_per_false_alarm,
                   Start start = Start::zero);

  // Returns whether the round set off the drift alarm.
  bool add(const Round& round, const Example& example);

  // The path variability; nothing for a mixture, which has no single x_t.
  std::optional<double> path_variability() const {
    return price_ == Price::of_mixture ? std::nullopt : std::optional(path_variability_.value());
  }
  double progress() const { return progress_.value(); }  // sum of delta_t
  double lambda() const { return last_lambda_; }         // of the last round
  double squared_gradients() const { return squared_gradients_.value(); }
  // The bound; nothing where none is known: outside the ball, for ftrl and auto, and with online scaling, where fixed weights are
  // no fixed model.
  std::optional<double> regret_bound() const;
  // How near the drift alarm is: it goes off at 1.
  double drift() const { return drift_.evidence(); }
  // The rounds that set it off, counted from 1.
  const std::vector<std::uint64_t>& alarms() const { return alarms_; }

  // Writes what the monitor carries from one round to the next into parts `group/...`, always of the same names and types.
  void save(LearnerState& state, std::string_view group) const;
  // Goes on bit for bit as the monitor that was saved, if made as that one was. Throws std::invalid_argument if the parts are
  // missing, of another type or out of range; the monitor is then good for nothing.
  void restore(const LearnerState& state, std::string_view group);

 private:
  enum class Price { none, progress, gradient, of_mixture };

  Price price_;
  bool restarts_;
  bool below_zero_;  // losses may be
  double largest_divergence_;
  std::uint64_t rounds_ = 0;
  double last_lambda_ = 0;
  double last_loss_after_ = 0;
  double last_at_start_ = 0;  // l_t(x_1) of the last round
  std::function<double(double label)> loss_at_zero_;
  double past_lambdas_ = 0;  // one per epoch that is over
  PreciseSum path_variability_;
  PreciseSum squared_gradients_;
  PreciseSum progress_;
  PreciseSum by_gradients_;  // sum of ||g_t||^2 / (2 lambda_t)
  DriftDetector drift_;
  std::vector<std::uint64_t> alarms_;
};

}  // namespace tacit
