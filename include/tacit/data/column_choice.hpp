// What a user says about the columns of tables and the fields of objects. A model remembers it, so that the data it predicts are
// read like the data it was trained on.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace tacit {

struct ColumnChoice {
  std::vector<std::string> categorical{};     // csv: columns of categories, even if they look like numbers
  std::vector<std::string> ignored{};         // csv, jsonl: columns read as if they were not there
  std::optional<std::string> label_column{};  // csv, jsonl: holds the label
  std::optional<std::string> id{};            // csv, jsonl: comes back with predictions and is no feature
  std::optional<std::string> time{};          // csv, jsonl: when the row was; no feature itself
  std::optional<std::string> group{};         // csv, jsonl: whose row it is, an entity with a history of its own; a category too
  std::optional<bool> header{};               // csv: the first record names the columns

  std::vector<std::string> missing_words{};  // csv, jsonl: cells and strings that are missing; none: the usual ones

  bool operator==(const ColumnChoice&) const = default;
};

// The part that a model keeps. A column number means another column in a table without the label, so that a label's number is
// kept only where the user says that there is no header: columns then have nothing but numbers.
inline ColumnChoice kept(ColumnChoice columns) {
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  const bool named = columns.header != false;
  if (named && columns.label_column && std::all_of(columns.label_column->begin(), columns.label_column->end(), digit))
    columns.label_column.reset();
  return columns;
}

}  // namespace tacit
