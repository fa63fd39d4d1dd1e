// Reads decimal notation as doubles, correctly rounded.
//
// At most 19 digits make an integer of 64 bits, times a power of ten. If the integer is at most 2^53 and the power at most 10^22,
// both are doubles exactly, so one multiplication or division gives the nearest double. Other numbers go to std::from_chars.
#pragma once

#include <charconv>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <system_error>

namespace tacit {

namespace decimal {

inline constexpr double powers_of_ten[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                           1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

inline bool is_digit(char c) { return static_cast<unsigned char>(c - '0') < 10; }

// Whether a number beyond the normal doubles is too large, not too small.
inline bool is_large(const char* first, const char* last) {
  std::int64_t power = 0;  // the power of the first digit that is not 0, give or take one
  bool found = false;
  bool fraction = false;
  const char* p = first;
  for (; p != last && (is_digit(*p) || *p == '.'); ++p) {
    if (*p == '.') {
      fraction = true;
    } else if (found) {
      power += fraction ? 0 : 1;
    } else if (*p != '0') {
      found = true;
    } else if (fraction) {
      --power;
    }
  }
  if (p == last) return power > 0;
  ++p;  // e
  const bool down = p != last && *p == '-';
  if (p != last && (*p == '-' || *p == '+')) ++p;
  std::int64_t exponent = 0;
  for (; p != last && is_digit(*p); ++p) {
    if (exponent < std::int64_t{1} << 50U) exponent = 10 * exponent + (*p - '0');
  }
  return (down ? power - exponent : power + exponent) > 0;
}

// Does the rest of parse_decimal: digits without a sign, of any length.
inline const char* parse_long(const char* first, const char* last, bool negative, double& value) {
  if (first == last || !(is_digit(*first) || *first == '.')) return nullptr;
  double size = 0;
  const auto [stop, error] = std::from_chars(first, last, size);
  if (error == std::errc::result_out_of_range) {
    if (is_large(first, stop)) return nullptr;
    size = 0;
  } else if (error != std::errc{} || !std::isfinite(size)) {
    return nullptr;
  }
  value = negative ? -size : size;
  return stop;
}

}  // namespace decimal

// Reads the number at the beginning of the text; a leading + is allowed. Returns where it ends; nullptr if there is no finite
// number. What is too small for a double is 0.
inline const char* parse_decimal(const char* first, const char* last, double& value) {
  using decimal::is_digit;
  const char* p = first;
  bool negative = false;
  if (p != last && (*p == '-' || *p == '+')) negative = *p++ == '-';
  const char* const digits = p;
  std::uint64_t mantissa = 0;
  for (; p != last && is_digit(*p); ++p) mantissa = 10 * mantissa + static_cast<std::uint64_t>(*p - '0');
  std::int64_t count = p - digits;
  std::int64_t exponent = 0;
  if (p != last && *p == '.') {
    const char* const fraction = ++p;
    for (; p != last && is_digit(*p); ++p) mantissa = 10 * mantissa + static_cast<std::uint64_t>(*p - '0');
    exponent = fraction - p;
    count -= exponent;
  }
  const bool scientific = p != last && (*p == 'e' || *p == 'E');
  if (count == 0 || count > 19 || scientific) [[unlikely]] {
    if (!scientific || count == 0 || count > 19) return decimal::parse_long(digits, last, negative, value);
    const char* q = p + 1;
    const bool down = q != last && *q == '-';
    if (q != last && (*q == '-' || *q == '+')) ++q;
    const char* const from = q;
    std::int64_t power = 0;
    for (; q != last && is_digit(*q) && q - from < 4; ++q) power = 10 * power + (*q - '0');
    if (q == from || q - from == 4) return decimal::parse_long(digits, last, negative, value);
    exponent += down ? -power : power;
    p = q;
  }
  if (mantissa > std::uint64_t{1} << 53U || exponent < -22 || exponent > 22) [[unlikely]] {
    return decimal::parse_long(digits, last, negative, value);
  }
  const auto integer = static_cast<double>(static_cast<std::int64_t>(mantissa));
  const double size = exponent < 0 ? integer / decimal::powers_of_ten[-exponent] : integer * decimal::powers_of_ten[exponent];
  value = negative ? -size : size;
  return p;
}

// Whether the whole text is a number that is infinite, too large for a double, or NaN.
inline bool is_beyond_numbers(std::string_view text) {
  if (text.starts_with('+')) {
    text.remove_prefix(1);
    if (text.starts_with('-')) return false;
  }
  double value = 0;
  const char* const last = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), last, value);
  if (stop != last || text.empty()) return false;
  if (error == std::errc::result_out_of_range) return decimal::is_large(text.data() + (text[0] == '-' ? 1 : 0), last);
  return error == std::errc{} && !std::isfinite(value);
}

}  // namespace tacit
