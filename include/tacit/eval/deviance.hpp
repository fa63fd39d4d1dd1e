// Mean Poisson deviance of means p > 0: the mean of 2 (y ln(y / p) - y + p), twice the Poisson loss above its least value.
#pragma once

#include "tacit/eval/weighted_mean.hpp"
#include "tacit/losses/poisson.hpp"

namespace tacit {

class Deviance {
 public:
  static constexpr std::string_view name = "deviance";
  static constexpr std::string_view formula = "mean of 2 (y ln(y / p) - y + p), p the mean";
  static constexpr bool is_for(Task task) { return task == Task::counts; }

  void add(double prediction, double label, double weight) {
    mean_.add(2 * Poisson{}.value(logarithm(prediction), label), weight);
  }
  std::optional<double> value() const { return mean_.value(); }

  void save(LearnerState& state, std::string_view group) const { mean_.save(state, group); }
  void restore(const LearnerState& state, std::string_view group) { mean_.restore(state, group); }

 private:
  WeightedMean mean_;
};

static_assert(Metric<Deviance>);

}  // namespace tacit
