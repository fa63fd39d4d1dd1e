// Precision: of the examples that were predicted to be positive, the share that is. Undefined where none was predicted to be. Of
// several classes: the mean over the classes that have examples, undefined where one of them was never predicted.
#pragma once

#include "tacit/eval/class_counts.hpp"

namespace tacit {

class Precision {
 public:
  static constexpr std::string_view name = "precision";
  static constexpr std::string_view formula = "share of predictions p > 0 whose label is +1";
  static constexpr bool is_for(Task task) { return has_classes(task); }

  explicit Precision(Task task = Task::two_classes) : counts_(task) {}

  void add(double prediction, double label, double weight) { counts_.add(prediction, label, weight); }
  std::optional<double> value() const {
    return counts_.mean([](const ClassCounts::Counts& c) { return c.right / c.predicted; }, true);
  }

  void save(LearnerState& state, std::string_view group) const { counts_.save(state, group); }
  void restore(const LearnerState& state, std::string_view group) { counts_.restore(state, group); }

 private:
  ClassCounts counts_;
};

static_assert(Metric<Precision>);

}  // namespace tacit
