// When means and variances are renewed: always at first, and from then on whenever n has grown by a fixed part of itself.
#pragma once

#include <bit>
#include <cstdint>

namespace tacit {

// Whether n <= 2^steps, or the digits of n in binary behind the first `steps` are 0.
inline bool is_due(double n, unsigned steps) {
  const auto whole = static_cast<std::uint64_t>(n);
  const std::uint64_t leading = std::bit_floor(whole) >> steps;
  return leading == 0 || (whole & (leading - 1)) == 0;
}

}  // namespace tacit
