// What a user says about the columns of tables and the fields of objects beyond what they show: a model remembers it, so that the
// data it predicts are read as those it was trained on.
#pragma once

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

}  // namespace tacit
