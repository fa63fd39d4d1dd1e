// A LabelScale knows how large labels are, how far they lie apart, and hence which predictions can be right.
//
// With two classes the scale is 1 and predictions lie in [-1, 1]; those of the logistic loss lie within ln(2 n + 2) of 0, as sure
// as n examples can make it. Else the scale is the mean distance of a label from the mean of those before it, and predictions lie
// between the least and the largest label so far: anywhere before the first.
//
// Of counts a prediction is a logarithm, and so is the scale: the mean distance of ln(y + mean) from ln(2 mean). Predictions lie
// between the logarithms of the least and the largest label; where labels of 0 have been seen, as far below the least other label
// as n examples can make sure of.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "learners/mixture/last_stage.hpp"
#include "tacit/core/elementary.hpp"
#include "tacit/core/state.hpp"
#include "tacit/losses/all.hpp"

namespace tacit {

template <class L>
class LabelScale {
 public:
  // The n-th label as it is learned from. Once some labels have been seen, one far beyond them is cut off where it widens their
  // range by the range's own width: a single wrong label must not set the scale of all that follows.
  double trusted(double y, double n) const {
    if (L::two_class || n <= first_labels) return y;
    if (OfCounts<L>) return high_ > 0 ? std::min(y, high_ + std::max(high_ - low_, high_)) : y;
    const double width = std::max(high_ - low_, scale_);
    return std::clamp(y, low_ - width, high_ + width);
  }

  // Takes in the n-th label, as trusted() gives it.
  void observe(double y, double n) {
    if constexpr (L::two_class) return;
    if constexpr (OfCounts<L>) return observe_count(y, n);
    if (n == 1) {
      scale_ = y != 0 ? kept_apart(std::abs(y)) : 1;
      mean_ = low_ = high_ = y;
      return;
    }
    const double away = std::min(std::abs(y - mean_), std::numeric_limits<double>::max());
    mean_ += y / n - mean_ / n;
    distance_ += away / (n - 1) - distance_ / (n - 1);
    if (distance_ > 0) scale_ = kept_apart(distance_);
    low_ = std::min(low_, y);
    high_ = std::max(high_, y);
  }

  double scale() const { return scale_; }
  // Where a label lies among predictions.
  double place(double y) const {
    if constexpr (OfCounts<L>) return logarithm(y > 0 ? y : 0.5 * least_);
    return y;
  }
  // How much losses bend, in units of their bend where labels do not matter.
  double bend() const {
    if constexpr (OfCounts<L>) return mean_ > 0 ? std::max(mean_, smallest) : 1;
    return 1;
  }
  // Returns whether labels can have led to these numbers, but for rounding.
  bool agrees() const {
    if (OfCounts<L> && high_ < std::numeric_limits<double>::max()) {
      return low_ >= 0 && mean_ <= high_ * (1 + 1e-6) && mean_ >= low_ * (1 - 1e-6) && distance_ <= farthest &&
             scale_ <= farthest && (high_ == 0 || (least_ >= low_ && least_ <= high_));
    }
    const double largest = std::max(std::abs(low_), std::abs(high_));
    const double slack = 1e-6 * largest;
    return low_ <= high_ && mean_ >= low_ - slack && mean_ <= high_ + slack && distance_ <= high_ - low_ + slack &&
           scale_ <= std::max(1.0, 2 * largest + slack);
  }
  // The loss of being wrong by the scale.
  double unit_loss(const L& loss) const {
    if constexpr (OfCounts<L>) return loss.value(logarithm(bend()) + std::min(scale_, most_sure), bend());
    return L::two_class ? loss.value(0.0, 1.0) : loss.value(scale_, 0.0);
  }

  LabelUnits units(const L& loss) const { return {scale_, unit_loss(loss), bend()}; }

  Range range(double n) const {
    if constexpr (std::same_as<L, Logistic>) {
      const double sure = logarithm(2 * n + 2);
      return {-sure, sure};
    }
    if constexpr (OfCounts<L>) {
      if (high_ == std::numeric_limits<double>::max()) return {-most_sure, most_sure};
      const double low = logarithm(least_) - (low_ > 0 ? 0 : logarithm(2 * n + 2));
      return {low, high_ > 0 ? logarithm(high_) : logarithm(least_)};
    }
    return L::two_class ? Range{-1, 1} : Range{low_, high_};
  }

  template <class Visitor>
  void visit_state(Visitor&& visitor) {
    if constexpr (L::two_class) return;
    const Limits any{-std::numeric_limits<double>::max(), std::numeric_limits<double>::max()};
    visitor("scale", scale_, Limits{smallest, any.high});
    visitor("mean", mean_, any);
    visitor("distance", distance_, Limits{0, any.high});
    visitor("low", low_, any);
    visitor("high", high_, any);
    if constexpr (OfCounts<L>) visitor("least", least_, Limits{std::numeric_limits<double>::denorm_min(), any.high});
  }

 private:
  static constexpr double first_labels = 10;
  static constexpr double least_distance = 1e-3;
  static constexpr double smallest = 1e-290;  // it is divided by, and steps are
  static constexpr double most_sure = 300;    // a logarithm of a mean: its exponential, squared, is a number
  static constexpr double farthest = 1500;    // logarithms of numbers are nearer to each other

  void observe_count(double y, double n) {
    if (n == 1) low_ = high_ = y;
    if (y > 0) least_ = high_ > 0 && n > 1 ? std::min(least_, y) : y;
    mean_ += y / n - mean_ / n;
    low_ = std::min(low_, y);
    high_ = std::max(high_, y);
    if (n == 1) return;
    const double away = mean_ > 0 ? std::abs(logarithm(0.5 + 0.5 * (y / mean_))) : 0;
    distance_ += (away - distance_) / (n - 1);
    if (distance_ > 0) scale_ = std::max(distance_, least_distance);
  }

  static double kept_apart(double scale) { return std::max(scale, smallest); }

  double scale_ = 1;
  double mean_ = 0;
  double distance_ = 0;
  double low_ = -std::numeric_limits<double>::max();
  double high_ = std::numeric_limits<double>::max();
  double least_ = 1;  // of counts, the least above 0
};

}  // namespace tacit
