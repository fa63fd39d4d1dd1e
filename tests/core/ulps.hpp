// How far a double lies from the true value, in units of the last place of that value.
#pragma once

#include <cmath>
#include <limits>

namespace tacit {

inline long double ulps(double found, long double truth) {
  const auto nearest = static_cast<double>(truth);
  if (found == nearest) return 0;
  int exponent = 0;
  std::frexp(std::abs(truth), &exponent);
  const int smallest = std::numeric_limits<double>::min_exponent - std::numeric_limits<double>::digits;
  return std::abs(found - truth) / std::ldexp(1.0L, std::max(exponent - std::numeric_limits<double>::digits, smallest));
}

}  // namespace tacit
