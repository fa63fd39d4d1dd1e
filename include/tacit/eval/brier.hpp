// Brier score: the mean of  (q - t)^2,  q = 1/(1 + e^-p) the probability of +1, t = 1 for the label +1 and 0 for -1.
//
// 0 is perfect, and to say 1/2 always has 1/4. Predictions of other losses than the logistic are no log-odds; theirs are measured
// as if they were.
#pragma once

#include "tacit/eval/weighted_mean.hpp"
#include "tacit/losses/logistic.hpp"

namespace tacit {

class Brier {
 public:
  static constexpr std::string_view name = "brier";
  static constexpr std::string_view formula = "mean of (1/(1 + e^-p) - [y = 1])^2";
  static constexpr bool is_for(Task task) { return task == Task::two_classes; }

  void add(double prediction, double label, double weight) {
    const double missed = Logistic::probability(label > 0 ? -prediction : prediction);
    mean_.add(missed * missed, weight);
  }
  std::optional<double> value() const { return mean_.value(); }

  void save(LearnerState& state, std::string_view group) const { mean_.save(state, group); }
  void restore(const LearnerState& state, std::string_view group) { mean_.restore(state, group); }

 private:
  WeightedMean mean_;
};

static_assert(Metric<Brier>);

}  // namespace tacit
