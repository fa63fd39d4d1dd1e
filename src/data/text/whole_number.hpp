// A whole number as it is written, of any size and without rounding: 1, +1, 01, 1.0 and 10e-1 are all 1.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "data/text/decimal.hpp"

namespace tacit {

namespace whole {

// The power of ten behind e, which no text that has a finite number lets overflow upwards.
inline std::int64_t power(std::string_view text) {
  constexpr std::int64_t far = std::int64_t{1} << 50U;
  const bool down = text.starts_with('-');
  std::int64_t size = 0;
  for (const char c : text) {
    if (decimal::is_digit(c)) size = std::min(10 * size + (c - '0'), far);
  }
  return down ? -size : size;
}

}  // namespace whole

// Its digits, behind a minus if it is below 0. The text is a finite number in decimal notation; nothing if it is not whole.
inline std::optional<std::string> whole_number(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  const std::size_t mark = std::min(text.find_first_of("eE"), text.size());
  const std::size_t point = std::min(text.find('.'), mark);
  std::string digits(text.substr(0, point));
  std::int64_t power = mark < text.size() ? whole::power(text.substr(mark + 1)) : 0;
  if (point < mark) {
    digits += text.substr(point + 1, mark - point - 1);
    power -= static_cast<std::int64_t>(mark - point - 1);
  }
  digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size()));
  if (digits.empty()) return "0";
  const auto zeros = static_cast<std::int64_t>(digits.size() - 1 - digits.find_last_not_of('0'));
  if (-power > zeros) return std::nullopt;
  digits.resize(static_cast<std::size_t>(static_cast<std::int64_t>(digits.size()) + power), '0');
  return negative ? "-" + digits : digits;
}

}  // namespace tacit
