// Accuracy: the share of predictions that have the sign of their label. A prediction of 0 has neither and counts as wrong, as
// among a Tally's mistakes.
#pragma once

#include "tacit/eval/weighted_mean.hpp"

namespace tacit {

class Accuracy {
 public:
  static constexpr std::string_view name = "accuracy";
  static constexpr std::string_view formula = "share of y p > 0";
  static constexpr bool two_class = true;

  void add(double prediction, double label, double weight) { mean_.add(label * prediction > 0 ? 1 : 0, weight); }
  std::optional<double> value() const { return mean_.value(); }

 private:
  WeightedMean mean_;
};

static_assert(Metric<Accuracy>);

}  // namespace tacit
