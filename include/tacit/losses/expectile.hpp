// Expectile loss: the square loss, dearer on one side. With r = p - y:  k r^2 where r < 0,  (1 - k) r^2 where r > 0. Its best
// constant prediction is the k-expectile; with k = 1/2 that is the mean, and the loss is the square loss.
#pragma once

#include "tacit/core/require.hpp"
#include "tacit/losses/loss.hpp"

namespace tacit {

class Expectile {
 public:
  static constexpr std::string_view name = "expectile";
  static constexpr std::string_view formula = "k (p - y)^2 if p < y, else (1 - k) (p - y)^2, k the expectile";
  static constexpr std::string_view parameter = "expectile";
  static constexpr double default_parameter = 0.5;
  static constexpr bool two_class = false;
  static constexpr bool has_minimum = true;

  explicit Expectile(double expectile = default_parameter) : k_(expectile) {
    require_setting(expectile > 0 && expectile < 1, "loss-parameter", expectile, "the expectile, a number between 0 and 1");
  }

  template <class R>
  R value(R p, R y) const {
    return 0.5 * curvature(p, y) * (p - y) * (p - y);
  }
  template <class R>
  R slope(R p, R y) const {
    return curvature(p, y) * (p - y);
  }
  // Past the label, what is left is told from there: both ends have their own curvature.
  template <class R>
  R fall(R before, R after, R y, R change) const {
    const R gap = magnitude(before - y);
    const R way = choose(before > y, change, -change);
    const R bend = curvature(before, y);
    return choose(way <= gap, way * bend * (gap - 0.5 * way), value(before, y) - value(after, y));
  }
  template <class R>
  R curvature(R p, R y) const {
    return choose(p > y, R(2.0 * (1.0 - k_)), R(2.0 * k_));
  }

  // The label is never passed, so that the curvature is that of the side of z.
  template <class R>
  Prox<R> prox(R z, R y, R lambda, R m) const {
    const R bend = curvature(z, y);
    const Prox<R> prox = pull(z, y, lambda, bend * m);
    return {prox.point, bend * prox.multiplier};
  }

  double conjugate(double s, double y) const { return s * (s / (2 * (s > 0 ? 2 * (1 - k_) : 2 * k_)) + y); }

 private:
  double k_;
};

static_assert(Loss<Expectile> && Smooth<Expectile> && Parametric<Expectile>);

}  // namespace tacit
