// The few operations that losses, paths and rules use beyond + - * /, for one number (double) or many at once (lanes).
//
// A formula written with these has no branches but `if (somewhere(…))`, so the same lines serve one learner and a sweep in SIMD
// lanes.
#pragma once

#include <cmath>
#include <concepts>
#include <cstddef>
#include <limits>

namespace tacit {

template <class R>
concept Scalar = std::floating_point<R>;

// condition ? yes : no, lane by lane; both sides are computed.
template <class Mask, class R>
[[gnu::always_inline]] inline R choose(const Mask& condition, const R& yes, const R& no) {
  if constexpr (std::same_as<Mask, bool>) {
    return condition ? yes : no;
  } else {
    return select(condition, yes, no);
  }
}

template <class R>
[[gnu::always_inline]] inline R smaller(const R& a, const R& b) {
  if constexpr (Scalar<R>) {
    return b < a ? b : a;
  } else {
    return smaller(a, b);
  }
}

template <class R>
[[gnu::always_inline]] inline R larger(const R& a, const R& b) {
  if constexpr (Scalar<R>) {
    return a < b ? b : a;
  } else {
    return larger(a, b);
  }
}

// Formulas call it tacit::clamp, lest std::clamp be found, which treats NaN and -0 differently.
template <class R>
[[gnu::always_inline]] inline R clamp(const R& x, const R& low, const R& high) {
  return smaller(high, larger(low, x));  // a NaN becomes low
}

template <class R>
[[gnu::always_inline]] inline R magnitude(const R& x) {
  using std::abs;
  return abs(x);
}

template <class R>
[[gnu::always_inline]] inline R square_root(const R& x) {
  using std::sqrt;
  return sqrt(x);
}

template <class R>
[[gnu::always_inline]] inline auto is_number(const R& x) {
  return magnitude(x) <= R(std::numeric_limits<double>::max());
}

// A function of one number, applied to each lane.
template <class Function, class R>
[[gnu::always_inline]] inline R each_lane(Function f, const R& x) {
  if constexpr (Scalar<R>) {
    return f(x);
  } else {
    R y = x;
    for (std::size_t lane = 0; lane < R::count; ++lane) y.set(lane, f(x[lane]));
    return y;
  }
}

template <class Mask>
[[gnu::always_inline]] inline bool everywhere(const Mask& condition) {
  if constexpr (std::same_as<Mask, bool>) {
    return condition;
  } else {
    return all_of(condition);
  }
}

template <class Mask>
[[gnu::always_inline]] inline bool somewhere(const Mask& condition) {
  if constexpr (std::same_as<Mask, bool>) {
    return condition;
  } else {
    return any_of(condition);
  }
}

}  // namespace tacit
