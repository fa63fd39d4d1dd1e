// Poisson loss  e^p - y p  for counts and amounts y >= 0: the prediction p is the logarithm of the label's mean.
//
// It is the negative logarithm of Poisson's probability of y, up to what no prediction changes. value() leaves out the least of
// it, y - y ln y, which the best p = ln y has: what is left is half the deviance, never negative and exact where it is small.
// Where y = 0 the loss is e^p, which falls for ever, and with lambda = 0 the prox lies at minus infinity.
#pragma once

#include <limits>

#include "tacit/core/elementary.hpp"
#include "tacit/core/lambert.hpp"
#include "tacit/losses/loss.hpp"

namespace tacit {

struct Poisson {
  static constexpr std::string_view name = "poisson";
  static constexpr std::string_view formula = "e^p - y p, y >= 0, p the logarithm of the mean";
  static constexpr bool two_class = false;
  static constexpr bool of_counts = true;
  static constexpr bool has_minimum = false;

  // The mean of the label, which a prediction stands for.
  static double mean(double p) { return exponential(p); }

  // Of e^p - y p.
  double least(double y) const { return y > 0 ? y - y * logarithm(y) : 0.0; }

  // With d = p - ln y it is y (e^d - 1 - d), whose terms cancel where d is small.
  template <class R>
  R value(R p, R y) const {
    const R d = p - logarithm(y);
    const R positive = choose(magnitude(d) < near_way, y * (d * d * second_order(d)), exponential(p) - y * (1.0 + d));
    return choose(y > 0.0, positive, exponential(p));
  }
  template <class R>
  R slope(R p, R y) const {
    return exponential(p) - y;
  }
  // The slope times the way, less what the curvature takes back: e^before (e^-change - 1 + change).
  template <class R>
  R fall(R before, R after, R y, R change) const {
    const R steep = exponential(before);
    const R by_slope = change * ((steep - y) - steep * (change * second_order(-change)));
    return choose(magnitude(change) < near_way, by_slope, (steep - exponential(after)) - y * change);
  }
  template <class R>
  R curvature(R p, R /*y*/) const {
    return exponential(p);
  }

  // With k = m / lambda the point solves  p + k e^p = z + k y,  so that w = k e^p has  w + ln w = z + k y + ln k:  Lambert's
  // function. A short way from z is w - k y, and m times the slope over lambda; else the point is ln(w / k).
  template <class R>
  Prox<R> prox(R z, R y, R lambda, R m) const {
    const R k = m / lambda;
    const R pull = k * y;
    R far = z + pull;
    R log_k = logarithm(k);
    const auto beyond = y == 0.0 && lambda > 0.0 && !(log_k < 709.0);  // k is near or beyond the largest number
    if (somewhere(beyond)) {
      far = choose(beyond, z, far);
      log_k = choose(beyond, logarithm(m) - logarithm(lambda), log_k);
    }
    const R w = lambert_of_log(far + log_k);
    const auto endless = !(far < 1e300);  // there w + ln w is w
    const R ratio = choose(endless, y + z / k, w / k);
    R logarithmic = logarithm(larger(ratio, R(0.0)));
    if (somewhere(beyond)) logarithmic = choose(beyond, logarithm(w) - log_k, logarithmic);
    const auto by_way = w < 1.0 && pull < larger(R(1.0), magnitude(z));
    const R slope_over_lambda = (exponential(z - (w - pull)) - y) / lambda;
    const R multiplier = choose(by_way, slope_over_lambda, (z - logarithmic) / m);
    const R point = choose(by_way, z - slope_over_lambda * m, logarithmic);
    const auto stays = exponential(z) == y;  // a minimiser
    return {choose(stays, z, point), choose(stays, R(0.0), multiplier)};
  }

  // With e^u = (s + y) / y it is  s ln y + y (u e^u - e^u + 1).
  double conjugate(double s, double y) const {
    if (s < -y) return std::numeric_limits<double>::infinity();
    if (y == 0) return s > 0 ? s * logarithm(s) - s : 0.0;
    const double at_label = s * logarithm(y);
    const double r = s / y;
    if (r <= -1) return at_label + y;
    const double u = r > -0.3 && r < 0.4 ? elementary::log1p_near_zero(r) : logarithm(1 + r);
    return at_label + (magnitude(u) < near_way ? (s + y) * (u * u * second_order(-u)) : (s + y) * u - s);
  }

 private:
  static constexpr double near_way = 0.5;

  // (e^x - 1 - x) / x^2 for |x| < 1/2.
  template <class R>
  static R second_order(R x) {
    const R near = tacit::clamp(x, R(-near_way), R(near_way));
    return elementary::polynomial(elementary::factorial_reciprocals, near, 2);
  }
};

static_assert(Loss<Poisson> && Smooth<Poisson> && OfCounts<Poisson> && HasLeast<Poisson>);

}  // namespace tacit
