// Tells what a cell of delimited text is: missing, a number, something that looks like a number and is none, or text.
#pragma once

#include <string_view>

#include "data/text/decimal.hpp"

namespace tacit::csv {

// The text without spaces and tabs at both ends.
inline std::string_view trimmed(std::string_view text) {
  const auto blank = [](char c) { return c == ' ' || c == '\t'; };
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  return text;
}

inline bool is_missing(std::string_view cell) {
  switch (cell.size()) {
    case 0:
      return true;
    case 1:
      return cell == "?";
    case 2:
      return cell == "NA";
    case 3:
      return cell == "N/A" || cell == "NaN" || cell == "nan";
    case 4:
      return cell == "null" || cell == "NULL";
    default:
      return false;
  }
}

inline bool is_number(std::string_view cell, double& value) {
  return parse_decimal(cell.data(), cell.data() + cell.size(), value) == cell.data() + cell.size() && !cell.empty();
}

// Whether a digit comes first, perhaps behind signs and a point: 12, -3.4, .5, but also 1.2.3, 1,5, 12abc and --1.
inline bool begins_like_number(std::string_view cell) {
  while (cell.starts_with('+') || cell.starts_with('-')) cell.remove_prefix(1);
  if (cell.starts_with('.')) cell.remove_prefix(1);
  return !cell.empty() && decimal::is_digit(cell.front());
}

// Whether the cell is a number, perhaps one beyond the doubles, and no word such as inf.
inline bool is_numeric(std::string_view cell) {
  double value = 0;
  return begins_like_number(cell) && (is_number(cell, value) || is_beyond_numbers(cell));
}

}  // namespace tacit::csv
