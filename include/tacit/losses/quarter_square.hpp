// Quarter square loss  (p - y)^2 / 4: that of the paper's synthetic experiment.
#pragma once

#include "tacit/losses/loss.hpp"

namespace tacit {

struct QuarterSquare {
  static constexpr std::string_view name = "quarter-square";
  static constexpr std::string_view formula = "(p - y)^2 / 4";
  static constexpr bool two_class = false;
  static constexpr bool has_minimum = true;

  template <class R>
  R value(R p, R y) const {
    return 0.25 * (p - y) * (p - y);
  }
  template <class R>
  R slope(R p, R y) const {
    return 0.5 * (p - y);
  }
  template <class R>
  R fall(R before, R, R y, R change) const {
    return 0.5 * change * ((before - y) - 0.5 * change);
  }
  template <class R>
  R curvature(R, R) const {
    return R(0.5);
  }

  template <class R>
  Prox<R> prox(R z, R y, R lambda, R m) const {
    return pull(z, y, 2.0 * lambda, m);
  }

  double conjugate(double s, double y) const { return s * (s + y); }
};

static_assert(Loss<QuarterSquare> && Smooth<QuarterSquare>);

}  // namespace tacit
