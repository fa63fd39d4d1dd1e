// The exponential as a quotient, e^r = (even + odd) / (even - odd), and the logarithm as twice the area tangent of one.
//
// odd / even is the tangent of half of r, hyperbolic: an expression in it may be multiplied by `even`, so that it needs one
// division in all and no exponential by itself. As in elementary.hpp, the four operations alone are used.
#pragma once

#include <array>

#include "tacit/core/elementary.hpp"

namespace tacit {

template <class R>
struct HalfTangent {
  R even;
  R odd;
};

// Both of |r| <= 0.9, by Pade's quotient of degrees 7 and 7: e^r misses by 5e-17, and for |r| <= 1/2 by 7e-21.
template <class R>
[[gnu::always_inline]] inline HalfTangent<R> half_tangent(const R& r) {
  const R square = r * r;
  const R fourth = square * square;
  const R even = (1.0 + square * (3.0 / 26)) + fourth * ((5.0 / 3432) + square * (1.0 / 308880));
  const R odd = r * ((0.5 + square * (5.0 / 312)) + fourth * ((1.0 / 11440) + square * (1.0 / 17297280)));
  return {even, odd};
}

// x = r + k ln 2 with k an integer and |r| <= ln 2 / 2.
template <class R>
struct Reduced {
  R r;
  R k;
};

template <class R>
[[gnu::always_inline]] inline Reduced<R> reduced(const R& x) {
  using namespace elementary;
  const R k = nearest_integer(x * log2_e);
  return {(x - k * ln2_high) - k * ln2_low, k};
}

namespace elementary {

// (artanh(x) / x - 1) / x^2 as a polynomial in x^2 up to 1/9, at Chebyshev's points; artanh(x) then misses by 5e-18 of itself.
inline constexpr std::array<double, 10> area_tangent{
    0x1.5555555555555p-2, 0x1.999999999a3f6p-3, 0x1.24924923d2aacp-3, 0x1.c71c72728d141p-4, 0x1.745cf07017f6bp-4,
    0x1.3b18b9ae91151p-4, 0x1.10ac017455d97p-4, 0x1.eb9904569e5bep-5, 0x1.684e456fabd5dp-5, 0x1.4b38f5f00932ap-4};

}  // namespace elementary

// ln((1 + x) / (1 - x)) for |x| <= 1/3. Its terms are added up in a tree, so that few wait for each other.
template <class R>
[[gnu::always_inline]] inline R log_by_area(const R& x) {
  const auto& c = elementary::area_tangent;
  const R u = x * x;
  const R u2 = u * u;
  const R u4 = u2 * u2;
  const R low = (c[0] + c[1] * u) + (c[2] + c[3] * u) * u2;
  const R high = (c[4] + c[5] * u) + (c[6] + c[7] * u) * u2;
  const R highest = c[8] + c[9] * u;
  const R twice = x + x;
  return twice + (twice * u) * (low + (high + highest * u4) * u4);
}

}  // namespace tacit
