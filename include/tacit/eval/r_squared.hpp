// R^2, the coefficient of determination:  1 - sum (p - y)^2 / sum (y - mean of y)^2.  Undefined where all labels are the same.
//
// 1 is perfect; a constant prediction of the mean, which only hindsight knows, has 0, and worse predictions go below. The lower
// sum is Welford's: each label adds its squared distance to the mean so far, times w W / (w + W) for W the weight so far, and
// moves the mean. No term is negative; and as labels are counted from the first one, those far from 0 lose no digits.
#pragma once

#include "tacit/core/precise_sum.hpp"
#include "tacit/eval/metric.hpp"
#include "tacit/eval/saved_numbers.hpp"

namespace tacit {

class RSquared {
 public:
  static constexpr std::string_view name = "r2";
  static constexpr std::string_view formula = "1 - sum (p - y)^2 / sum (y - mean of y)^2";
  static constexpr bool is_for(Task task) { return !has_classes(task); }

  void add(double prediction, double label, double weight) {
    const double error = prediction - label;
    errors_.add(weight * error * error);
    const double before = weight_.value();
    if (before == 0) origin_ = label;
    weight_.add(weight);
    const double share = weight / weight_.value();
    const double distance = (label - origin_) - mean_;
    mean_ += share * distance;
    spread_.add(share * before * distance * distance);
  }
  std::optional<double> value() const { return if_number(1 - errors_.value() / spread_.value()); }

  // The mean is no number only where the spread is none.
  void save(LearnerState& state, std::string_view group) const {
    save_sum(state, group, "errors", errors_);
    save_sum(state, group, "weight", weight_);
    save_numbers(state, group, "labels", {origin_, mean_});
    save_sum(state, group, "spread", spread_);
  }
  void restore(const LearnerState& state, std::string_view group) {
    restore_sum(state, group, "errors", Sign::not_negative, errors_);
    restore_sum(state, group, "weight", Sign::not_negative, weight_);
    const auto labels = restored_numbers(state, group, "labels", 2, Sign::any);
    origin_ = labels[0];
    mean_ = labels[1];
    restore_sum(state, group, "spread", Sign::not_negative, spread_);
  }

 private:
  PreciseSum errors_;
  PreciseSum weight_;
  double origin_ = 0;  // the first label
  double mean_ = 0;    // from there
  PreciseSum spread_;
};

static_assert(Metric<RSquared>);

}  // namespace tacit
