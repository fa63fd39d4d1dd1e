// The mean of numbers with weights:  sum w v / sum w.
#pragma once

#include <optional>

#include "tacit/core/precise_sum.hpp"
#include "tacit/eval/metric.hpp"

namespace tacit {

class WeightedMean {
 public:
  void add(double value, double weight) {
    sum_.add(weight * value);
    weight_.add(weight);
  }
  std::optional<double> value() const { return if_number(sum_.value() / weight_.value()); }

 private:
  PreciseSum sum_;
  PreciseSum weight_;
};

}  // namespace tacit
