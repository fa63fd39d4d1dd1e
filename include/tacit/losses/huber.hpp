// Huber loss with threshold c, r = p - y:  r^2 / 2 where |r| <= c,  c (|r| - c/2) beyond.
#pragma once

#include <limits>

#include "tacit/core/require.hpp"
#include "tacit/losses/loss.hpp"

namespace tacit {

class Huber {
 public:
  static constexpr std::string_view name = "huber";
  static constexpr std::string_view formula = "r^2 / 2 if |r| <= c, else c (|r| - c/2); r = p - y, c the threshold";
  static constexpr std::string_view parameter = "threshold";
  static constexpr double default_parameter = 1.0;
  static constexpr bool two_class = false;
  static constexpr bool has_minimum = true;

  explicit Huber(double threshold = default_parameter) : c_(threshold) {
    require_setting(threshold > 0 && is_finite(threshold), "loss-parameter", threshold, "the threshold, a positive number");
  }

  template <class R>
  R value(R p, R y) const {
    const R r = magnitude(p - y);
    return choose(r <= c_, 0.5 * r * r, c_ * (r - 0.5 * c_));
  }
  template <class R>
  R slope(R p, R y) const {
    return tacit::clamp(p - y, R(-c_), R(c_));
  }
  // Up to the label: as steep all the way as at its start, less what is lost where the loss bends.
  template <class R>
  R fall(R before, R after, R y, R change) const {
    const R gap = magnitude(before - y);
    const R way = choose(before > y, change, -change);
    const R steepness = smaller(gap, R(c_));
    const R bent = larger(R(0.0), way - (gap - steepness));
    return choose(way <= gap, way * steepness - 0.5 * bent * bent, value(before, y) - value(after, y));
  }
  template <class R>
  R curvature(R p, R y) const {
    return choose(magnitude(p - y) <= c_, R(1.0), R(0.0));
  }

  // Walks as the square loss does, but at most c eta far.
  template <class R>
  Prox<R> prox(R z, R y, R lambda, R m) const {
    const Prox<R> full = pull(z, y, lambda, m);
    const R far = c_ / lambda;
    const R tau = tacit::clamp(full.multiplier, -far, far);
    return {choose(tau == full.multiplier, full.point, z - tau * m), tau};
  }

  double conjugate(double s, double y) const {
    return magnitude(s) <= c_ ? s * (0.5 * s + y) : std::numeric_limits<double>::infinity();
  }

 private:
  double c_;
};

static_assert(Loss<Huber> && Smooth<Huber> && Parametric<Huber>);

}  // namespace tacit
