// The chances 1 / (1 + e^q) and 1 / (1 + e^-q) of being wrong and right at a margin q, and ln(1 + e^-|q|), with a relative error
// of two units in the last place or so. Below q = -708 the chance of being right stays at 3e-308.
#pragma once

#include "tacit/core/half_tangent.hpp"

namespace tacit {

template <class R>
class Odds {
 public:
  [[gnu::always_inline]] explicit Odds(const R& q) : behind_(q < 0.0) {
    constexpr double farthest = 708;  // e^q and e^-q are normal numbers
    const Reduced<R> x = reduced(tacit::clamp(q, R(-farthest), R(farthest)));
    const auto [even, odd] = half_tangent(x.r);
    one_ = even - odd;
    other_ = (even + odd) * power_of_two(x.k);
    part_ = 1.0 / (one_ + other_);
    if (const auto far = q > farthest; somewhere(far)) one_ = choose(far, one_ * exponential(farthest - q), one_);
  }

  // Near 1 it is what is left of 1, so that it never falls where q does.
  [[gnu::always_inline]] R wrong() const { return choose(behind_, 1.0 - right(), one_ * part_); }
  [[gnu::always_inline]] R right() const { return other_ * part_; }
  // right() - wrong().
  [[gnu::always_inline]] R lead() const { return (other_ - one_) * part_; }
  // x wrong(), which waits less.
  [[gnu::always_inline]] R of_wrong(const R& x) const { return (x * one_) * part_; }
  // With e the smaller over the larger, ln(1 + e) by e / (2 + e).
  [[gnu::always_inline]] R beyond_hinge() const {
    const R least = smaller(one_, other_);
    return log_by_area(least / (2.0 * larger(one_, other_) + least));
  }

 private:
  decltype(R() < R()) behind_;
  R one_;  // 1 : e^q
  R other_;
  R part_;
};

}  // namespace tacit
