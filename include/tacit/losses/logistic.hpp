// Logistic loss  ln(1 + e^(-y p))  for labels y in {-1, +1}.
//
// It falls for ever: there is no minimiser, and with lambda = 0 the prox lies at infinity.
#pragma once

#include <limits>

#include "tacit/core/elementary.hpp"
#include "tacit/losses/loss.hpp"

namespace tacit {

struct Logistic {
  static constexpr std::string_view name = "logistic";
  static constexpr std::string_view formula = "ln(1 + e^(-y p)), y in {-1, +1}";
  static constexpr bool two_class = true;
  static constexpr bool has_minimum = false;

  // The probability of the positive class, if the loss is taken as the negative log-likelihood.
  static double probability(double p) { return 1 / (1 + exponential(-p)); }

  template <class R>
  R value(R p, R y) const {
    const R margin = y * p;
    return larger(R(0.0), -margin) + beyond_hinge(margin);
  }
  template <class R>
  R slope(R p, R y) const {
    return -y * chance_of_error(y * p);
  }
  // With the margins q and q + d it is the integral of the slope c = 1 / (1 + e^margin): for a short way by c and c' at both
  // ends, d/2 (c_0 + c_1) + d^2/12 (c'_0 - c'_1), which leaves d^4 / 720 of it. A long one is told apart into that along max(0,
  // -q), where all that is large cancels exactly, and the rest.
  template <class R>
  R fall(R before, R after, R y, R change) const {
    const R q = y * before;
    const R way = -y * change;
    const R first = chance_of_error(q);
    const R last = chance_of_error(y * after);
    const R bend = last * (1.0 - last) - first * (1.0 - first);
    const R by_slopes = way * (0.5 * (first + last) + way * bend * (1.0 / 12));
    const R by_parts = tacit::clamp(-q, R(0.0), way) + (beyond_hinge(q) - beyond_hinge(y * after));
    return choose(way < 0x1p-10, by_slopes, by_parts);
  }
  template <class R>
  R curvature(R p, R y) const {
    return chance_of_error(y * p) * chance_of_error(-y * p);
  }

  // With q = y z, the way d >= 0 to go solves  (lambda / m) d = 1 / (1 + e^(q + d)),  whose right side falls in d: Newton's
  // method from an estimate that knows both tails, with a bracket that is halved when a step would leave it.
  template <class R>
  Prox<R> prox(R z, R y, R lambda, R m) const {
    const R q = y * z;
    const R stiffness = lambda / m;
    const R far = m / lambda;  // the right side is below 1
    R low(0.0);
    R high = far;
    R d = smaller(far, estimate(q, far));
    auto done = !(lambda > 0.0) || !is_number(q);  // a lane that has diverged keeps no other waiting
    for (int iteration = 0; iteration < 100 && !everywhere(done); ++iteration) {
      const R chance = chance_of_error(q + d);
      const R excess = stiffness * d - chance;
      high = choose(excess > 0.0, d, high);
      low = choose(excess > 0.0, low, d);
      const R newton = d - excess / (stiffness + chance * (1.0 - chance));
      const R next = choose(newton >= low && newton <= high, newton, 0.5 * (low + high));
      // Newton's error squares, on the scale of 1 on which the right side bends: the next one is below rounding.
      const auto settled = magnitude(next - d) <= 1e-9 * smaller(d, R(1.0)) + 1e-15 * d;
      d = choose(done, d, next);
      done = done || settled;
    }
    d = choose(lambda > 0.0, d, R(std::numeric_limits<double>::infinity()));
    return {z + y * d, -y * d / m};
  }

  double conjugate(double s, double y) const {
    const double b = -y * s;
    if (b < 0 || b > 1) return std::numeric_limits<double>::infinity();
    const auto entropy_term = [](double c) { return c > 0 ? c * logarithm(c) : 0.0; };
    return entropy_term(b) + entropy_term(1 - b);
  }

 private:
  // The loss less max(0, -margin).
  template <class R>
  static R beyond_hinge(R margin) {
    return log_one_plus(exponential(-magnitude(margin)));
  }

  // Close to d. Where far is small, one Newton step from 0. Else from logarithms: d + ln d + ln(1 + e^-(q + d)) = ln far - q.
  template <class R>
  static R estimate(R q, R far) {
    const R chance = chance_of_error(q);
    const R newton = far * chance / (1.0 + far * chance * (1.0 - chance));
    const auto short_way = far * chance <= 2.0;
    if (everywhere(short_way)) return newton;
    const R reach = logarithm(far) - q;
    return choose(short_way, newton, larger(R(0.0), reach - logarithm(larger(R(1.0), reach))));
  }

  // 1 / (1 + e^margin), with a relative error of a few units in the last place for either sign.
  template <class R>
  static R chance_of_error(R margin) {
    const R e = exponential(-magnitude(margin));
    return choose(margin > 0.0, e, R(1.0)) / (1.0 + e);
  }
};

static_assert(Loss<Logistic> && Smooth<Logistic>);

}  // namespace tacit
