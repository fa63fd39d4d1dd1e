// Points of the unit circle, by the share of a full turn: the same bits on every machine, as in elementary.hpp.
//
// An angle counted in turns is brought into the first eighth without rounding; one counted in radians is not.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "tacit/core/elementary.hpp"

namespace tacit {

inline constexpr double two_pi = 6.28318530717958647692;

// cos(x) for |x| <= pi/4.
inline double cosine(double x) {
  const double square = x * x;
  double term = 1;
  std::array<double, 10> terms{};
  for (std::size_t k = 0; k < terms.size(); ++k) {
    terms[k] = term;
    term *= -square / static_cast<double>((2 * k + 1) * (2 * k + 2));
  }
  double sum = 0;
  for (std::size_t k = terms.size(); k-- > 0;) sum += terms[k];
  return sum;
}

struct CirclePoint {
  double cosine;
  double sine;
};

// (cos, sin) of 2 pi `turn`, for |turn| <= 2^50.
inline CirclePoint circle_point(double turn) {
  const double quarters = elementary::nearest_integer(4 * turn);
  const double angle = two_pi * (turn - 0.25 * quarters);
  const double c = cosine(angle);
  const double s = sine(angle);
  switch (static_cast<std::uint64_t>(static_cast<std::int64_t>(quarters)) & 3U) {
    case 0:
      return {c, s};
    case 1:
      return {-s, c};
    case 2:
      return {-c, -s};
    default:
      return {s, -c};
  }
}

}  // namespace tacit
