// A LabelScale knows how large labels are, how far they lie apart, and hence which predictions can be right.
//
// With two classes the scale is 1 and predictions lie in [-1, 1]; those of the logistic loss lie within ln(2 n + 2) of 0, as sure
// as n examples can make it. Else the scale is the mean distance of a label from the mean of those before it, and predictions lie
// between the least and the largest label so far: anywhere before the first.
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
    const double width = std::max(high_ - low_, scale_);
    return std::clamp(y, low_ - width, high_ + width);
  }

  // Takes in the n-th label, as trusted() gives it.
  void observe(double y, double n) {
    if constexpr (L::two_class) return;
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
  // Returns whether labels can have led to these numbers, but for rounding.
  bool agrees() const {
    const double largest = std::max(std::abs(low_), std::abs(high_));
    const double slack = 1e-6 * largest;
    return low_ <= high_ && mean_ >= low_ - slack && mean_ <= high_ + slack && distance_ <= high_ - low_ + slack &&
           scale_ <= std::max(1.0, 2 * largest + slack);
  }
  // The loss of being wrong by the scale.
  double unit_loss(const L& loss) const { return L::two_class ? loss.value(0.0, 1.0) : loss.value(scale_, 0.0); }

  Range range(double n) const {
    if constexpr (std::same_as<L, Logistic>) {
      const double sure = logarithm(2 * n + 2);
      return {-sure, sure};
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
  }

 private:
  static constexpr double first_labels = 10;
  static constexpr double smallest = 1e-290;  // it is divided by, and steps are
  static double kept_apart(double scale) { return std::max(scale, smallest); }

  double scale_ = 1;
  double mean_ = 0;
  double distance_ = 0;
  double low_ = -std::numeric_limits<double>::max();
  double high_ = std::numeric_limits<double>::max();
};

}  // namespace tacit
