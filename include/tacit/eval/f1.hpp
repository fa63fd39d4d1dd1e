// F1: the harmonic mean of precision and recall of the positive class, which is 0 where nothing positive was found. Undefined
// where no example is positive and none was predicted to be. Of several classes: the mean over the classes that have examples,
// which is called macro F1.
#pragma once

#include "tacit/eval/class_counts.hpp"

namespace tacit {

class F1 {
 public:
  static constexpr std::string_view name = "f1";
  static constexpr std::string_view formula = "2 / (1 / precision + 1 / recall)";
  static constexpr bool is_for(Task task) { return has_classes(task); }

  explicit F1(Task task = Task::two_classes) : counts_(task) {}

  void add(double prediction, double label, double weight) { counts_.add(prediction, label, weight); }
  std::optional<double> value() const {
    return counts_.mean([](const ClassCounts::Counts& c) { return 2 * c.right / (c.labelled + c.predicted); }, true);
  }

  void save(LearnerState& state, std::string_view group) const { counts_.save(state, group); }
  void restore(const LearnerState& state, std::string_view group) { counts_.restore(state, group); }

 private:
  ClassCounts counts_;
};

static_assert(Metric<F1>);

}  // namespace tacit
