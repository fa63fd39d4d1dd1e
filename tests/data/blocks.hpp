// Drives a parser as a reader does: pieces of text arrive, whole records are parsed, the rest is carried over.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "data/formats/parser.hpp"

// A text with room behind it that may be read. The room is filled with digits, which a parser must not take for input.
class PaddedText {
 public:
  explicit PaddedText(std::string_view text) : size_(text.size()), bytes_(text) { bytes_.append(tacit::TextBlock::padding, '7'); }
  std::string_view text() const { return std::string_view(bytes_).substr(0, size_); }

 private:
  std::size_t size_;
  std::string bytes_;
};

inline void parse_pieces(tacit::Parser& parser, const std::vector<std::string_view>& pieces, tacit::Dataset& rows) {
  std::string carried;
  std::uint64_t line = 1;
  const auto parse = [&](std::string_view text) {
    if (text.empty()) return;
    const PaddedText padded(text);
    parser.parse({padded.text(), line}, rows);
    line += static_cast<std::uint64_t>(std::ranges::count(text, '\n'));
  };
  std::size_t seen = 0;
  for (const auto piece : pieces) {
    carried += piece;
    const std::size_t whole = parser.whole_records(carried, seen);
    parse(carried.substr(0, whole));
    carried.erase(0, whole);
    seen = whole > 0 ? 0 : carried.size();
  }
  parse(carried);
}

// Writes every row as text to compare: `line label weight index:value ...`, and `'id` if it has one.
inline std::string written(const tacit::Dataset& rows) {
  const auto number = [](double value) {
    std::string text(32, '\0');
    text.resize(static_cast<std::size_t>(std::snprintf(text.data(), text.size(), "%.17g", value)));
    return text;
  };
  std::string text;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    text += std::to_string(rows.line(i)) + "| " + number(rows.label(i)) + " " + number(rows[i].weight);
    const tacit::Row row = rows.row(i);
    for (std::size_t k = 0; k < row.size; ++k) text += " " + std::to_string(row.index[k]) + ":" + number(row.value[k]);
    if (!rows.id(i).empty()) text += " '" + std::string(rows.id(i));
    text += "\n";
  }
  return text;
}
