// Logistic loss  ln(1 + e^(-y p))  for labels y in {-1, +1}.
//
// It falls for ever: there is no minimiser, and with lambda = 0 the prox lies at infinity.
#pragma once

#include <limits>

#include "tacit/losses/logistic_step.hpp"
#include "tacit/losses/loss.hpp"

namespace tacit {

struct Logistic {
  static constexpr std::string_view name = "logistic";
  static constexpr std::string_view formula = "ln(1 + e^(-y p)), y in {-1, +1}";
  static constexpr bool two_class = true;
  static constexpr bool has_minimum = false;
  static constexpr bool value_is_dear = true;

  // The probability of the positive class, if the loss is taken as the negative log-likelihood.
  static double probability(double p) { return 1 / (1 + exponential(-p)); }

  template <class R>
  R value(R p, R y) const {
    const R margin = y * p;
    return larger(R(0.0), -margin) + Odds<R>(margin).beyond_hinge();
  }
  template <class R>
  R slope(R p, R y) const {
    return -y * Odds<R>(y * p).wrong();
  }
  // With the margins q and q + d, and T the hyperbolic tangent of d/2, it is ln((1 + x) / (1 - x)) with x = c T / (1 + b T),
  // where nothing cancels; the quotient is 1 / (b + c e^-d). A very long way is told apart into that along max(0, -q), where all
  // that is large cancels exactly, and the rest.
  template <class R>
  R fall(R before, R after, R y, R change) const {
    const R q = y * before;
    const R way = -y * change;
    const Odds<R> odds(q);
    const auto is_short = magnitude(way) <= R(most_of_short);
    const auto [even, odd] = half_tangent(tacit::clamp(way, R(-most_of_short), R(most_of_short)));
    const R by_area = log_by_area(odds.wrong() * odd / (even + odds.right() * odd));
    if (everywhere(is_short)) return by_area;
    return choose(is_short, by_area, long_fall(q, R(y * after), way, odds));
  }
  template <class R>
  R curvature(R p, R y) const {
    const Odds<R> odds(y * p);
    return odds.wrong() * odds.right();
  }

  // With q = y z, the way d >= 0 to go solves  (lambda / m) d = 1 / (1 + e^(q + d)).
  template <class R>
  Prox<R> prox(R z, R y, R lambda, R m) const {
    const R q = y * z;
    const R far = m / lambda;
    const R d = LogisticStep<R>::way(q, far);
    return {z + y * d, -y * d / m};
  }

  double conjugate(double s, double y) const {
    const double b = -y * s;
    if (b < 0 || b > 1) return std::numeric_limits<double>::infinity();
    const auto entropy_term = [](double c) { return c > 0 ? c * logarithm(c) : 0.0; };
    return entropy_term(b) + entropy_term(1 - b);
  }

 private:
  static constexpr double most_of_short = 0.67;  // whose half tangent is below 1/3

  template <class R>
  static R long_fall(const R& q, const R& after, const R& way, const Odds<R>& odds) {
    constexpr double farthest = 300;
    const Reduced<R> x = reduced(tacit::clamp(way, R(-farthest), R(farthest)));
    const auto [even, odd] = half_tangent(x.r);
    const R scale = power_of_two(x.k);
    const R above = (even + odd) * scale;
    const R below = even - odd;
    const R area = odds.wrong() * (above - below) / ((above + below) + odds.right() * (above - below));
    const R by_area = log_by_area(tacit::clamp(area, R(-1.0 / 3), R(1.0 / 3)));
    const auto is_small = magnitude(area) <= R(1.0 / 3);
    R fall = by_area;
    if (!everywhere(is_small)) {
      const R quotient = above / (odds.wrong() * below + odds.right() * above);
      fall = choose(is_small, by_area, logarithm_of_normal(quotient));
    }
    const auto is_far = magnitude(way) > R(farthest);
    if (!somewhere(is_far)) return fall;
    const R by_parts = tacit::clamp(-q, R(0.0), way) + (odds.beyond_hinge() - Odds<R>(after).beyond_hinge());
    return choose(is_far, by_parts, fall);
  }
};

static_assert(Loss<Logistic> && Smooth<Logistic>);

}  // namespace tacit
