// Square loss  (p - y)^2 / 2. The half is what makes the paper's update, with 1 + eta ||z||^2 below, right.
#pragma once

#include "tacit/losses/loss.hpp"

namespace tacit {

struct Square {
  static constexpr std::string_view name = "square";
  static constexpr std::string_view formula = "(p - y)^2 / 2";
  static constexpr bool two_class = false;
  static constexpr bool has_minimum = true;

  template <class R>
  R value(R p, R y) const {
    return 0.5 * (p - y) * (p - y);
  }
  template <class R>
  R slope(R p, R y) const {
    return p - y;
  }
  template <class R>
  R fall(R before, R, R y, R change) const {
    return change * ((before - y) - 0.5 * change);
  }
  template <class R>
  R curvature(R, R) const {
    return R(1.0);
  }

  template <class R>
  Prox<R> prox(R z, R y, R lambda, R m) const {
    return pull(z, y, lambda, m);
  }

  double conjugate(double s, double y) const { return s * (0.5 * s + y); }
};

static_assert(Loss<Square> && Smooth<Square>);

}  // namespace tacit
