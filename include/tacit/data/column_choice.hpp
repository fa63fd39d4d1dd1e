// What a user says about the columns of tables and the fields of objects beyond what they show: a model remembers it, so that the
// data it predicts are read as those it was trained on.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace tacit {

struct ColumnChoice {
  std::vector<std::string> categorical{};     // csv: hold categories even if they look like numbers
  std::vector<std::string> ignored{};         // csv, jsonl: as if they were not there
  std::optional<std::string> label_column{};  // csv, jsonl: holds the label
  std::optional<bool> header{};               // csv: the first record names the columns

  bool operator==(const ColumnChoice&) const = default;
};

// What of it a model keeps. A label known by its number is another column in a table without it, so that the number is kept only
// where there is said to be no header and columns have nothing else.
inline ColumnChoice kept(ColumnChoice columns) {
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  const bool named = columns.header != false;
  if (named && columns.label_column && std::all_of(columns.label_column->begin(), columns.label_column->end(), digit))
    columns.label_column.reset();
  return columns;
}

}  // namespace tacit
