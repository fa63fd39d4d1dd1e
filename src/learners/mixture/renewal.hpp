// When means and variances are renewed: always at first, and from then on whenever n has grown by a fixed part of itself.
#pragma once

#include <bit>
#include <cstdint>

namespace tacit {

// Whether n < 2^(steps + 1), or the digits of n in binary behind the first steps + 1 are 0: n grows by at most a 2^steps-th
// between.
inline bool is_due(double n, unsigned steps) {
  const auto whole = static_cast<std::uint64_t>(n);
  const std::uint64_t leading = std::bit_floor(whole) >> steps;
  return leading == 0 || (whole & (leading - 1)) == 0;
}

}  // namespace tacit
