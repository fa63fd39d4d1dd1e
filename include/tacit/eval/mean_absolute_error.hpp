// Mean absolute error: the mean of |p - y|.
#pragma once

#include "tacit/eval/weighted_mean.hpp"

namespace tacit {

class MeanAbsoluteError {
 public:
  static constexpr std::string_view name = "mae";
  static constexpr std::string_view formula = "mean of |p - y|";
  static constexpr bool is_for(Task task) { return !has_classes(task); }

  void add(double prediction, double label, double weight) { mean_.add(magnitude(prediction - label), weight); }
  std::optional<double> value() const { return mean_.value(); }

  void save(LearnerState& state, std::string_view group) const { mean_.save(state, group); }
  void restore(const LearnerState& state, std::string_view group) { mean_.restore(state, group); }

 private:
  WeightedMean mean_;
};

static_assert(Metric<MeanAbsoluteError>);

}  // namespace tacit
