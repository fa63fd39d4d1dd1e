// The implicit step of the logistic loss, without a loop where it is short.
//
// With c and b the chances of being wrong and right before the step, and s = c m / lambda, the way d to go solves
//   d (c + b e^d) = s,
// whose terms are all positive and whose derivatives come with e^d. A step of the fourth order ends what begins within 2e-4: a
// quotient of polynomials in s and b where s <= 0.9, as in most rounds of a learner that knows its data, and else what such steps
// make of a guess. What does not come as near goes the careful way: Newton's method with a bracket.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>

#include "tacit/core/odds.hpp"

namespace tacit {

template <class R>
class LogisticStep {
 public:
  // d, where far = m / lambda; infinite where that is.
  [[gnu::always_inline]] static R way(const R& q, const R& far) { return LogisticStep(q, far).way(); }

 private:
  static constexpr double most_of_short = 0.9;
  static constexpr double most_of_short_way = 0.901;  // short_start may be beyond s
  static constexpr double near = 2e-4;
  static constexpr double most_exponent = 600;

  [[gnu::always_inline]] LogisticStep(const R& q, const R& far)
      : q_(q), far_(far), odds_(q), lead_(odds_.lead()), s_(odds_.of_wrong(far)) {}

  [[gnu::always_inline]] R way() const {
    R d = short_start();
    const auto is_short = s_ <= R(most_of_short);
    const bool all_short = everywhere(is_short);
    if (!all_short) d = choose(is_short, d, long_start());
    const R step = all_short ? short_step(d) : long_step(d);
    const auto settled = is_near(step, d) && d <= R(most_exponent);
    d = d - step;
    return everywhere(settled) ? d : choose(settled, d, careful());
  }
  [[gnu::always_inline]] static auto is_near(const R& step, const R& d) { return magnitude(step) <= near * smaller(d, R(1.0)); }

  // Within 1.3e-4 where s <= 0.9: fitted, with s - b s^2, the first two terms of d, exact.
  [[gnu::always_inline]] R short_start() const {
    const R square = lead_ * lead_;
    const R n1 = (0.43218 + 1.17577 * lead_) + 7e-5 * square;
    const R n2 = (0.04436 - 0.01276 * lead_) + 0.12192 * square;
    const R d1 = (0.93218 + 1.67577 * lead_) + 7e-5 * square;  // n1 + b
    const R d2 = (0.25525 + 0.54039 * lead_) + 0.46425 * square;
    const R s2 = s_ * s_;
    const R above = (s_ + n1 * s2) + n2 * (s2 * s_);
    const R below = (1.0 + d1 * s_) + d2 * s2;
    return above / below;
  }

  // From the lesser of two ends, W(b s) / b, which is that of small s, and W(s / b), as b d e^d is less than s. W is Lambert's
  // function, by quotients that miss it by some hundredths; the second is one in ln(s / b).
  R long_start() const {
    const R log = rough_log(tacit::clamp(far_, R(1e-300), R(1e300))) - q_;
    const R above = ((0.03 * log + 0.1964) * log + 0.5261) * log + 0.5671;
    const R below = (0.0312 * log + 0.2868) * log + 1.0;
    const R x = odds_.right() * s_;
    R d = smaller(above / below, s_ * ((1.0 + 0.5 * x) / (1.0 + x * (1.5 + 0.15 * x))));
    auto settled = s_ <= R(most_of_short);
    for (int steps = 0; steps < 4 && !everywhere(settled); ++steps) {
      const R step = long_step(d);
      const auto last = magnitude(step) <= 0.1 * smaller(d, R(1.0));
      d = choose(settled, d, tacit::clamp(d - step, 0.25 * d, 4.0 * d));
      settled = settled || last;
    }
    return d;
  }
  // ln x within 0.006: k ln 2 and a parabola in f, for x = f 2^k with f from 1/2 to 1.
  static R rough_log(const R& x) {
    R k;
    const R f = split(x, k);
    return elementary::ln2 * (k - ((4.0 / 3) * f - 4.0) * f - 8.0 / 3);
  }
  static R split(const R& x, R& k) {
    if constexpr (Scalar<R>) {
      const auto bits = std::bit_cast<std::uint64_t>(x);
      k = static_cast<double>(static_cast<std::int64_t>(bits >> 52) - 1022);
      return std::bit_cast<double>((bits & 0x000fffffffffffffU) | 0x3fe0000000000000U);
    } else {
      return split_binary(x, k);
    }
  }

  // By how much d is too far: short_step of a short way, long_step of any. Where both may be taken they give the same bits:
  // `beyond` is then 0.
  [[gnu::always_inline]] R short_step(const R& d) const {
    const auto [even, odd] = half_tangent(d);
    return step_from(d, (d - s_) * even + odd * (s_ + d * lead_), even + lead_ * odd, odds_.right() * (even + odd));
  }
  R long_step(const R& d) const {
    const auto is_short = d <= R(most_of_short_way);
    const Reduced<R> x = reduced(smaller(R(most_exponent), d));
    const auto [even, odd] = half_tangent(choose(is_short, d, x.r));
    const R scale = power_of_two(choose(is_short, R(0.0), x.k));
    const R beyond = odds_.right() * (scale - 1.0);
    const R all = 1.0 + beyond;
    const R lead = lead_ + beyond;
    return step_from(d, (d * all - s_) * even + odd * (s_ + d * lead), all * even + lead * odd,
                     (odds_.right() * scale) * (even + odd));
  }
  // Given what d (c + b e^d) exceeds s by, c + b e^d and b e^d, all times even - odd.
  [[gnu::always_inline]] static R step_from(const R& d, const R& excess, const R& both, const R& risen) {
    const R part = 1.0 / (both + d * risen);
    const R newton = excess * part;
    const R bent = risen * part;
    const R second = bent * (1.0 + 0.5 * d);
    const R third = bent * (0.5 + (1.0 / 6) * d);
    const R bend = newton * second + (newton * newton) * (second * (bent * (2.0 + d)) - third);
    return newton + newton * bend;
  }

  // On  d / far = 1 / (1 + e^(q + d)),  whose right side is below 1, from an estimate that knows both tails.
  R careful() const {
    const R stiffness = 1.0 / far_;
    R low(0.0);
    R high = far_;
    R d = smaller(far_, estimate());
    const auto is_finite = far_ <= R(std::numeric_limits<double>::max());
    auto done = !is_finite || !is_number(q_);  // a lane that has diverged keeps no other waiting
    for (int iteration = 0; iteration < 100 && !everywhere(done); ++iteration) {
      const R chance = Odds<R>(q_ + d).wrong();
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
    return choose(is_finite, d, R(std::numeric_limits<double>::infinity()));
  }
  // Where far is small, one Newton step from 0. Else from logarithms: d + ln d + ln(1 + e^-(q + d)) = ln far - q.
  R estimate() const {
    const R newton = s_ / (1.0 + s_ * odds_.right());
    const R reach = logarithm(far_) - q_;
    return choose(s_ <= 2.0, newton, larger(R(0.0), reach - logarithm(larger(R(1.0), reach))));
  }

  R q_;
  R far_;
  Odds<R> odds_;
  R lead_;
  R s_;
};

}  // namespace tacit
