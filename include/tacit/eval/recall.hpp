// Recall: of the positive examples, the share that was predicted to be. Undefined where there is none. Of several classes: the
// mean over the classes that have examples.
#pragma once

#include "tacit/eval/class_counts.hpp"

namespace tacit {

class Recall {
 public:
  static constexpr std::string_view name = "recall";
  static constexpr std::string_view formula = "share of labels +1 with p > 0";
  static constexpr bool is_for(Task task) { return has_classes(task); }

  explicit Recall(Task task = Task::two_classes) : counts_(task) {}

  void add(double prediction, double label, double weight) { counts_.add(prediction, label, weight); }
  std::optional<double> value() const {
    return counts_.mean([](const ClassCounts::Counts& c) { return c.right / c.labelled; }, true);
  }

  void save(LearnerState& state, std::string_view group) const { counts_.save(state, group); }
  void restore(const LearnerState& state, std::string_view group) { counts_.restore(state, group); }

 private:
  ClassCounts counts_;
};

static_assert(Metric<Recall>);

}  // namespace tacit
