// Log loss: the mean of  ln(1 + e^(-y p)), which is -ln of the probability that 1/(1 + e^-p) for +1 gives to the label.
//
// That is what the logistic loss trains for. Predictions of the other losses are no log-odds; theirs are measured as if they
// were.
#pragma once

#include "tacit/eval/weighted_mean.hpp"
#include "tacit/losses/logistic.hpp"

namespace tacit {

class LogLoss {
 public:
  static constexpr std::string_view name = "log-loss";
  static constexpr std::string_view formula = "mean of ln(1 + e^(-y p))";
  static constexpr bool is_for(Task task) { return task == Task::two_classes; }

  void add(double prediction, double label, double weight) { mean_.add(Logistic{}.value(prediction, label), weight); }
  std::optional<double> value() const { return mean_.value(); }

  void save(LearnerState& state, std::string_view group) const { mean_.save(state, group); }
  void restore(const LearnerState& state, std::string_view group) { mean_.restore(state, group); }

 private:
  WeightedMean mean_;
};

static_assert(Metric<LogLoss>);

}  // namespace tacit
