// A SpecialField is the label or the weight. The first row with one of its usual names decides which field it is.
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
  [[gnu::always_inline]] void look(std::string_view key) {  // once per key of every line
    if (found) return;
    for (std::size_t i = 0; i < std::min(rank, names.size()); ++i) {
      if (same_letters(key, names[i])) {
        rank = i;
        candidate = key;
      }
    }
  }
  // Called at the end of a row: takes the best name in it; false if it has none.
  bool settle() {
    if (rank >= names.size()) return false;
    found = candidate;
    return true;
  }
};

}  // namespace tacit::json
