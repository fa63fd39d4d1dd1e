// Absolute loss  |p - y|. The slope at the kink p = y is 0.
#pragma once

#include <limits>

#include "tacit/losses/loss.hpp"

namespace tacit {

struct Absolute {
  static constexpr std::string_view name = "absolute";
  static constexpr std::string_view formula = "|p - y|";
  static constexpr bool two_class = false;
  static constexpr bool has_minimum = true;

  template <class R>
  R value(R p, R y) const {
    return magnitude(p - y);
  }
  template <class R>
  R slope(R p, R y) const {
    return choose(p > y, R(1.0), choose(p < y, R(-1.0), R(0.0)));
  }
  template <class R>
  R fall(R before, R, R y, R change) const {
    const R gap = magnitude(before - y);
    const R way = choose(before > y, change, -change);
    return smaller(way, 2.0 * gap - way);
  }

  // Walk to the label, at most eta = 1/lambda far. (In print the direction, sign(z - y), is missing.)
  template <class R>
  Prox<R> prox(R z, R y, R lambda, R m) const {
    const R eta = 1.0 / lambda;
    return walk(z, y, m, eta, eta);
  }

  Pieces<1> pieces(double y) const { return {{y}, {-1.0, 1.0}}; }

  double conjugate(double s, double y) const { return magnitude(s) <= 1 ? s * y : std::numeric_limits<double>::infinity(); }
};

static_assert(Loss<Absolute> && PiecewiseLinear<Absolute>);

}  // namespace tacit
