// Pinball loss  max(k (y - p), (k - 1) (y - p)): its best constant prediction is the k-quantile. The slope at p = y is 0.
#pragma once

#include <limits>

#include "tacit/core/require.hpp"
#include "tacit/losses/loss.hpp"

namespace tacit {

class Pinball {
 public:
  static constexpr std::string_view name = "pinball";
  static constexpr std::string_view formula = "max(k (y - p), (k - 1) (y - p)), k the quantile";
  static constexpr std::string_view parameter = "quantile";
  static constexpr double default_parameter = 0.5;
  static constexpr bool two_class = false;
  static constexpr bool has_minimum = true;

  explicit Pinball(double quantile = default_parameter) : k_(quantile) {
    require_setting(quantile > 0 && quantile < 1, "loss-parameter", quantile, "the quantile, a number between 0 and 1");
  }

  template <class R>
  R value(R p, R y) const {
    return larger(k_ * (y - p), (k_ - 1.0) * (y - p));
  }
  template <class R>
  R slope(R p, R y) const {
    return choose(p > y, R(1.0 - k_), choose(p < y, R(-k_), R(0.0)));
  }
  template <class R>
  R fall(R before, R, R y, R change) const {
    const R gap = magnitude(before - y);
    const R way = choose(before > y, change, -change);
    const R near = choose(before > y, R(1.0 - k_), R(k_));
    const R beyond = choose(before > y, R(k_), R(1.0 - k_));
    return choose(way <= gap, near * way, near * gap - beyond * (way - gap));
  }

  // Walk to the label, at most (1 - k) eta down or k eta up.
  template <class R>
  Prox<R> prox(R z, R y, R lambda, R m) const {
    return walk(z, y, m, (1.0 - k_) / lambda, k_ / lambda);
  }

  Pieces<1> pieces(double y) const { return {{y}, {-k_, 1.0 - k_}}; }

  double conjugate(double s, double y) const { return s >= -k_ && s <= 1 - k_ ? s * y : std::numeric_limits<double>::infinity(); }

 private:
  double k_;
};

static_assert(Loss<Pinball> && PiecewiseLinear<Pinball> && Parametric<Pinball>);

}  // namespace tacit
