// A field with a meaning, found by its name in the first row that has one of the names.
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "data/rows/special_fields.hpp"

namespace tacit::json {

struct SpecialField {
  std::span<const std::string_view> names;
  std::optional<std::string> found;
  std::size_t rank = label_names.size();  // of the best name in the row at hand
  std::string candidate{};

  void begin_row() { rank = label_names.size(); }
  void look(std::string_view key) {
    if (found) return;
    for (std::size_t i = 0; i < std::min(rank, names.size()); ++i) {
      if (same_letters(key, names[i])) {
        rank = i;
        candidate = key;
      }
    }
  }
  // At the end of a row: whether its best name has been found in it.
  bool settle() {
    if (rank >= names.size()) return false;
    found = candidate;
    return true;
  }
};

}  // namespace tacit::json
