// Balanced accuracy: the mean of the recalls of the classes that have examples, each class counting alike, however rare it is.
#pragma once

#include "tacit/eval/class_counts.hpp"

namespace tacit {

class BalancedAccuracy {
 public:
  static constexpr std::string_view name = "balanced-accuracy";
  static constexpr std::string_view formula = "mean over classes of the share with y p > 0";
  static constexpr bool is_for(Task task) { return has_classes(task); }

  explicit BalancedAccuracy(Task task = Task::two_classes) : counts_(task) {}

  void add(double prediction, double label, double weight) { counts_.add(prediction, label, weight); }
  std::optional<double> value() const {
    return counts_.mean([](const ClassCounts::Counts& c) { return c.right / c.labelled; }, false);
  }

  void save(LearnerState& state, std::string_view group) const { counts_.save(state, group); }
  void restore(const LearnerState& state, std::string_view group) { counts_.restore(state, group); }

 private:
  ClassCounts counts_;
};

static_assert(Metric<BalancedAccuracy>);

}  // namespace tacit
