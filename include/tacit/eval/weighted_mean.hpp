// The mean of numbers, none of them negative, with weights:  sum w v / sum w.
#pragma once

#include <optional>

#include "tacit/core/precise_sum.hpp"
#include "tacit/eval/metric.hpp"
#include "tacit/eval/saved_numbers.hpp"

namespace tacit {

class WeightedMean {
 public:
  void add(double value, double weight) {
    sum_.add(weight * value);
    weight_.add(weight);
  }
  std::optional<double> value() const { return if_number(sum_.value() / weight_.value()); }

  void save(LearnerState& state, std::string_view group) const {
    save_sum(state, group, "sum", sum_);
    save_sum(state, group, "weight", weight_);
  }
  void restore(const LearnerState& state, std::string_view group) {
    restore_sum(state, group, "sum", Sign::not_negative, sum_);
    restore_sum(state, group, "weight", Sign::not_negative, weight_);
  }

 private:
  PreciseSum sum_;
  PreciseSum weight_;
};

}  // namespace tacit
