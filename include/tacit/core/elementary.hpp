// Exponential and logarithm from the four operations alone.
//
// The C library picks its own versions by instruction set, and they differ in the last bit. These give the same bits on every
// machine, and take lanes as well as numbers. Errors stay below two units in the last place.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <limits>

#include "tacit/core/number.hpp"

namespace tacit {

namespace elementary {

inline constexpr double ln2_high = 0x1.62e42fee00000p-1;  // 33 bits: its product with an exponent is exact
inline constexpr double ln2_low = 0x1.a39ef35793c76p-33;
inline constexpr double ln2 = 0x1.62e42fefa39efp-1;
inline constexpr double log2_e = 0x1.71547652b82fep+0;
inline constexpr double sqrt_half = 0x1.6a09e667f3bcdp-1;

// 1/(2 k + 1): the series of artanh.
inline constexpr auto odd_reciprocals = [] {
  std::array<double, 13> c{};
  for (std::size_t k = 0; k < c.size(); ++k) c[k] = 1.0 / static_cast<double>(2 * k + 1);
  return c;
}();

// 1/k!: the series of exp.
inline constexpr auto factorial_reciprocals = [] {
  std::array<double, 15> c{};
  double factorial = 1;
  for (std::size_t k = 0; k < c.size(); ++k) {
    if (k > 0) factorial *= static_cast<double>(k);
    c[k] = 1.0 / factorial;
  }
  return c;
}();

// The sum of coefficients[k] x^(k - lowest) from `lowest` on; even and odd powers apart, so that neither waits for the other.
template <std::size_t N, class R>
R polynomial(const std::array<double, N>& coefficients, R x, std::size_t lowest = 0) {
  const R square = x * x;
  R one(coefficients[N - 1]);
  R other(coefficients[N - 2]);
  std::size_t k = N - 2;
  for (; k >= lowest + 2; k -= 2) {
    one = one * square + coefficients[k - 1];
    other = other * square + coefficients[k - 2];
  }
  if (k == lowest) return one * x + other;
  return (one * square + coefficients[lowest]) + other * x;
}

// Adding and subtracting 1.5 * 2^52 leaves the nearest integer.
template <class R>
R nearest_integer(R x) {
  constexpr double shift = 0x1.8p52;
  return (x + shift) - shift;
}

// log(1 + f) for f in [-0.3, 0.42]: 2 artanh(s) with s = f / (2 + f), whose first term 2 s = f - f^2/2 + s f^2/2 is taken from
// f itself, so that nothing of f is rounded.
template <class R>
R log1p_near_zero(R f) {
  const R s = f / (2.0 + f);
  const R half_square = 0.5 * f * f;
  const R higher = 2.0 * s * s * polynomial(odd_reciprocals, s * s, 1);
  return f - (half_square - s * (half_square + higher));
}

// e^r - 1 for r = x - k ln 2, with k an integer such that |r| <= 0.5.
template <class R>
R beyond_one(R x, R k) {
  const R r = (x - k * ln2_high) - k * ln2_low;
  return r + r * r * polynomial(factorial_reciprocals, r, 2);
}

}  // namespace elementary

// 2^k for an integer in [-1022, 1023]; lanes bring their own.
inline double power_of_two(double k) { return std::bit_cast<double>(std::bit_cast<std::uint64_t>(k + (0x1.8p52 + 1023)) << 52); }

// e^x; underflows gradually, overflows to infinity.
template <class R>
R exponential(R x) {
  using namespace elementary;
  x = tacit::clamp(x, R(-800.0), R(800.0));
  const R k = nearest_integer(x * log2_e);
  const R half = nearest_integer(k * 0.5);  // two factors, so that neither leaves the range of exponents
  return (1.0 + beyond_one(x, k)) * power_of_two(half) * power_of_two(k - half);
}

// e^x - 1 without cancellation near 0.
template <class R>
R exponential_minus_one(R x) {
  using namespace elementary;
  x = tacit::clamp(x, R(-50.0), R(800.0));
  const R k = choose(magnitude(x) < 0.5, R(0.0), nearest_integer(x * log2_e));
  const R half = nearest_integer(k * 0.5);
  const R first = power_of_two(half);
  return (first * beyond_one(x, k) + (first - power_of_two(half - k))) * power_of_two(k - half);
}

// log(1 + x) for x in [0, 1].
template <class R>
R log_one_plus(R x) {
  using namespace elementary;
  const auto large = x > 0.4142135623730950;
  const R f = choose(large, 0.5 * (x - 1.0), x);
  return log1p_near_zero(f) + choose(large, R(ln2), R(0.0));
}

namespace elementary {

// ln(f 2^k) for f in [1/2, 1).
template <class R>
R log_of_split(R f, R k) {
  const auto low = f < sqrt_half;
  f = choose(low, 2.0 * f, f);
  k = choose(low, k - 1.0, k);
  return k * ln2_high + (log1p_near_zero(f - 1.0) + k * ln2_low);
}

inline double log_of_one(double value) {
  if (value == 0) return -std::numeric_limits<double>::infinity();
  if (!(value > 0) || value > std::numeric_limits<double>::max()) return value;
  double k = 0;
  if (value < std::numeric_limits<double>::min()) {
    value *= 0x1p54;
    k = -54;
  }
  const auto bits = std::bit_cast<std::uint64_t>(value);
  k += static_cast<double>(static_cast<std::int64_t>(bits >> 52) - 1022);
  return log_of_split(std::bit_cast<double>((bits & 0x000fffffffffffffU) | 0x3fe0000000000000U), k);
}

}  // namespace elementary

// The natural logarithm of a normal number above 0.
template <class R>
R logarithm_of_normal(R x) {
  if constexpr (Scalar<R>) {
    return elementary::log_of_one(x);
  } else {
    R k;
    const R f = split_binary(x, k);
    return elementary::log_of_split(f, k);
  }
}

// The natural logarithm; -infinity at 0.
template <class R>
R logarithm(R x) {
  if constexpr (Scalar<R>) {
    return elementary::log_of_one(x);
  } else {
    using Numbers = std::numeric_limits<double>;
    const auto normal = x >= R(Numbers::min()) && x <= R(Numbers::max());
    if (!everywhere(normal)) return each_lane([](double value) { return elementary::log_of_one(value); }, x);
    return logarithm_of_normal(x);
  }
}

// sin(x) for |x| <= pi/4.
inline double sine(double x) {
  const double square = x * x;
  double term = x;
  std::array<double, 10> terms{};
  for (std::size_t k = 0; k < terms.size(); ++k) {
    terms[k] = term;
    term *= -square / static_cast<double>((2 * k + 2) * (2 * k + 3));
  }
  double sum = 0;
  for (std::size_t k = terms.size(); k-- > 0;) sum += terms[k];
  return sum;
}

}  // namespace tacit
