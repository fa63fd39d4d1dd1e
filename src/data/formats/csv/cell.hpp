// Tells what a cell of delimited text is: missing, a number, something that looks like a number and is none, or text.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "data/text/decimal.hpp"

namespace tacit::csv {

// The text without spaces and tabs at both ends.
inline std::string_view trimmed(std::string_view text) {
  const auto blank = [](char c) { return c == ' ' || c == '\t'; };
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  return text;
}

inline bool is_usual_missing_word(std::string_view cell) {
  switch (cell.size()) {
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

// The cells that are missing: empty ones, and those that are one of some words, the usual ones unless others are given.
class MissingCells {
 public:
  MissingCells() = default;
  explicit MissingCells(std::vector<std::string> words) : words_(std::move(words)) {
    double value = 0;
    numbers_ = std::ranges::any_of(words_, [&](const std::string& word) { return is_number(word, value); });
  }

  bool contain(std::string_view cell) const {
    if (cell.empty()) return true;
    return words_.empty() ? is_usual_missing_word(cell) : std::ranges::find(words_, cell) != words_.end();
  }
  // Whether some of them look like numbers, as -999 does.
  bool have_numbers() const { return numbers_; }

 private:
  std::vector<std::string> words_;
  bool numbers_ = false;
};

}  // namespace tacit::csv
