// Accuracy: the share of predictions that are of the right class, so that the others are a Tally's mistakes. Of two classes, a
// prediction of 0 is of neither and counts as wrong.
#pragma once

#include "tacit/eval/weighted_mean.hpp"

namespace tacit {

class Accuracy {
 public:
  static constexpr std::string_view name = "accuracy";
  static constexpr std::string_view formula = "share of y p > 0";
  static constexpr bool is_for(Task task) { return has_classes(task); }

  explicit Accuracy(Task task = Task::two_classes) : task_(task) {}

  void add(double prediction, double label, double weight) { mean_.add(is_mistake(task_, prediction, label) ? 0 : 1, weight); }
  std::optional<double> value() const { return mean_.value(); }

  void save(LearnerState& state, std::string_view group) const { mean_.save(state, group); }
  void restore(const LearnerState& state, std::string_view group) { mean_.restore(state, group); }

 private:
  Task task_;
  WeightedMean mean_;
};

static_assert(Metric<Accuracy>);

}  // namespace tacit
