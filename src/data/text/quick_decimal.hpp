// Reads plain decimals, such as 1, -6, 2596 or 0.470588, at a few instructions per byte. The caller looks at anything else again,
// with care.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>

#include "data/text/decimal.hpp"

namespace tacit {

namespace quick {

inline std::uint64_t load_eight(const char* from) {
  std::uint64_t bytes = 0;
  std::memcpy(&bytes, from, sizeof bytes);
  return bytes;
}

inline constexpr std::uint64_t zeros = 0x3030303030303030U;  // eight characters '0'

// The top bit of each byte that is no digit, for bytes with '0' taken off by exclusive or.
inline std::uint64_t no_digits(std::uint64_t bytes) { return ((bytes + 0x7676767676767676U) | bytes) & 0x8080808080808080U; }

// Eight digits, the first in the lowest byte: neighbours are joined, then pairs, then fours.
inline std::uint64_t join(std::uint64_t digits) {
  constexpr std::uint64_t low = 0x000000FF000000FFU;
  digits = digits * 10 + (digits >> 8U);
  return ((digits & low) * 0x000F424000000064U + ((digits >> 16U) & low) * 0x0000271000000001U) >> 32U;
}

inline constexpr std::array<std::uint64_t, 9> powers{1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000};

}  // namespace quick

// The place behind the number that begins at `at`, or null if it is not plain. Eight bytes behind the number may be read.
// Exact: digits below 2^53 and powers of ten up to 10^22 are doubles without rounding, and their quotient is rounded once.
inline const char* quick_decimal(const char* at, double& value) {
  const bool negative = *at == '-';
  at += negative ? 1 : 0;
  const char* const begin = at;
  const auto digit = [&at] { return static_cast<unsigned>(static_cast<unsigned char>(*at)) - '0'; };
  std::uint64_t number = digit();
  if (number > 9) return nullptr;
  ++at;
  for (unsigned next = digit(); next < 10; next = digit()) {
    number = number * 10 + next;
    ++at;
  }
  double result = 0;
  if (*at == '.') {
    if (at - begin > 8) return nullptr;
    const char* const point = at++;
    std::uint64_t eight = quick::load_eight(at) ^ quick::zeros;
    if (quick::no_digits(eight) == 0) {
      number = number * quick::powers[8] + quick::join(eight);
      at += 8;
      eight = quick::load_eight(at) ^ quick::zeros;
    }
    const std::uint64_t others = quick::no_digits(eight);
    if (others == 0) return nullptr;  // sixteen digits or more behind the point
    const auto count = static_cast<unsigned>(__builtin_ctzll(others)) / 8;
    if (count > 0) {
      number = number * quick::powers[count] + quick::join(eight << (64 - 8 * count));
      at += count;
    }
    if (at - begin > 19 || number >> 53U != 0) return nullptr;  // 18 digits and the point fit into 64 bits
    result = static_cast<double>(static_cast<std::int64_t>(number)) / decimal::powers_of_ten[at - point - 1];
  } else {
    if (at - begin > 15) return nullptr;
    result = static_cast<double>(static_cast<std::int64_t>(number));
  }
  value = negative ? -result : result;
  return at;
}

}  // namespace tacit
