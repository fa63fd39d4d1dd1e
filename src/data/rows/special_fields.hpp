// The usual names of a label and an importance weight, in any case. Earlier names come first.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "tacit/core/names.hpp"

namespace tacit {

inline constexpr std::array<std::string_view, 4> label_names{"label", "target", "class", "y"};
inline constexpr std::array<std::string_view, 2> weight_names{"weight", "importance"};

// As a sentence lists them: label, target, class or y.
inline std::string usual_label_names() { return one_of(label_names); }

inline bool same_letters(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  return a.size() == b.size() && std::ranges::equal(a, b, [&](char x, char y) { return lower(x) == lower(y); });
}

}  // namespace tacit
