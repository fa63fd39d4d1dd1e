// Root mean square error: the square root of the mean of (p - y)^2.
#pragma once

#include "tacit/eval/weighted_mean.hpp"

namespace tacit {

class RootMeanSquareError {
 public:
  static constexpr std::string_view name = "rmse";
  static constexpr std::string_view formula = "square root of the mean of (p - y)^2";
  static constexpr bool is_for(Task task) { return !has_classes(task); }

  void add(double prediction, double label, double weight) {
    const double error = prediction - label;
    mean_.add(error * error, weight);
  }
  std::optional<double> value() const {
    const auto mean = mean_.value();
    return mean ? std::optional(square_root(*mean)) : std::nullopt;
  }

  void save(LearnerState& state, std::string_view group) const { mean_.save(state, group); }
  void restore(const LearnerState& state, std::string_view group) { mean_.restore(state, group); }

 private:
  WeightedMean mean_;
};

static_assert(Metric<RootMeanSquareError>);

}  // namespace tacit
