// The few operations that losses use beyond + - * /, for one number (double) or many at once (Lanes).
//
// A formula written with these has no branches, so the same lines serve one learner and a sweep in SIMD lanes.
#pragma once

#include <cmath>
#include <concepts>

namespace tacit {

template <class R>
concept Scalar = std::floating_point<R>;

// condition ? yes : no, lane by lane; both sides are computed.
template <class Mask, class R>
R choose(Mask condition, R yes, R no) {
  if constexpr (Scalar<R>) {
    return condition ? yes : no;
  } else {
    where(condition, no) = yes;
    return no;
  }
}

template <class R>
R least(R a, R b) {
  return choose(b < a, b, a);
}

template <class R>
R most(R a, R b) {
  return choose(a < b, b, a);
}

// Called by its full name in formulas: for lanes, argument-dependent lookup would find the simd library's own clamp, which
// treats NaN and -0 differently.
template <class R>
R clamp(R x, R low, R high) {
  return least(high, most(low, x));  // a NaN becomes low
}

template <class R>
R magnitude(R x) {
  using std::abs;
  return abs(x);
}

// A function of one number, applied to each lane.
template <class Function, class R>
R each_lane(Function f, R x) {
  if constexpr (Scalar<R>) {
    return f(x);
  } else {
    return R([&](auto lane) { return f(static_cast<typename R::value_type>(x[lane])); });
  }
}

template <class Mask>
bool everywhere(Mask condition) {
  if constexpr (std::same_as<Mask, bool>) {
    return condition;
  } else {
    return all_of(condition);
  }
}

}  // namespace tacit
