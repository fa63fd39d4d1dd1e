// Any table is refused with a message, or gives rows of finite numbers in increasing order and ids of one line, with times and
// groups where they are wanted, the same however it is cut.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "data/formats/csv/parser.hpp"
#include "tacit/data/data_error.hpp"
#include "tacit/data/missing.hpp"

namespace {

struct Reading {
  tacit::Dataset rows;
  std::vector<tacit::Message> complaints;
  std::uint64_t missing = 0;
  std::string refusal;
};

// Reads the text in pieces of this size: parses the whole records of each piece and carries the rest over.
Reading read(std::string_view text, std::size_t piece, bool labelled, const tacit::CsvSettings& settings) {
  Reading reading;
  tacit::Complaints complaints(tacit::OnError::skip);
  tacit::FeatureNames names(std::vector<std::string>{});
  tacit::CsvParser parser({"fuzz", true, labelled, &complaints, &names}, settings);
  std::string carried;
  std::uint64_t line = 1;
  const auto parse = [&](std::size_t size) {
    std::string block = carried.substr(0, size);
    block.append(tacit::TextBlock::padding, '7');
    if (size > 0) parser.parse({std::string_view(block).substr(0, size), line}, reading.rows);
    line += static_cast<std::uint64_t>(std::count(carried.begin(), carried.begin() + static_cast<std::ptrdiff_t>(size), '\n'));
    carried.erase(0, size);
  };
  try {
    std::size_t seen = 0;
    for (std::size_t at = 0; at < text.size(); at += piece) {
      carried += text.substr(at, piece);
      const std::size_t whole = parser.whole_records(carried, seen);
      if (whole > carried.size() || (whole > 0 && carried[whole - 1] != '\n')) std::abort();
      seen = whole > 0 ? 0 : carried.size();
      if (whole > 0) parse(whole);
    }
    parse(carried.size());
  } catch (const tacit::DataError& error) {
    reading.refusal = error.what();
    if (!reading.refusal.starts_with("fuzz:")) std::abort();
  }
  reading.complaints = complaints.first();
  reading.missing = parser.missing();
  return reading;
}

bool has_control(std::string_view id) {
  return std::ranges::any_of(id, [](char c) { return (c >= 0 && c < ' ') || c == '\x7f'; });
}

// A missing number has one of two marks, and its rows say that they may have some.
bool is_noted_mark(const tacit::Dataset& rows, double value) { return rows.has_missing() && tacit::is_written_mark(value); }

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const bool labelled = size % 2 == 0;
  tacit::CsvSettings settings;
  if (size % 3 == 0) settings.id = size % 9 == 0 ? "id" : "1";
  if (size % 5 == 0) settings.missing_words = {"-", "1"};
  if (size % 5 == 0) settings.time = size % 2 == 0 ? "time" : "2";
  if (size % 7 == 0) settings.group = "3";
  if (size % 11 == 0) settings.id = settings.time ? settings.time : settings.group;
  const Reading whole = read(text, size + 1, labelled, settings);
  const Reading cut = read(text, 1 + size % 7, labelled, settings);
  if (cut.rows.size() != whole.rows.size() || cut.rows.nonzeros() != whole.rows.nonzeros() || cut.missing != whole.missing ||
      cut.complaints != whole.complaints || cut.refusal != whole.refusal)
    std::abort();
  for (std::size_t i = 0; i < whole.rows.size(); ++i) {
    const tacit::Row row = whole.rows.row(i);
    if (!std::isfinite(whole.rows.label(i)) || !(whole.rows[i].weight >= 0) || whole.rows.line(i) != cut.rows.line(i))
      std::abort();
    const tacit::RowMark mark = whole.rows.mark(i);
    if (mark != cut.rows.mark(i) || mark.has_time != settings.time.has_value() || mark.has_group != settings.group.has_value())
      std::abort();
    if (whole.rows.id(i) != cut.rows.id(i) || has_control(whole.rows.id(i))) std::abort();
    for (std::size_t k = 0; k < row.size; ++k) {
      if (!(std::isfinite(row.value[k]) || is_noted_mark(whole.rows, row.value[k])) || row.value[k] == 0 ||
          (k > 0 && row.index[k] <= row.index[k - 1]))
        std::abort();
      if (std::bit_cast<std::uint64_t>(row.value[k]) != std::bit_cast<std::uint64_t>(cut.rows.row(i).value[k]) ||
          row.index[k] != cut.rows.row(i).index[k])
        std::abort();
    }
  }
  return 0;
}
