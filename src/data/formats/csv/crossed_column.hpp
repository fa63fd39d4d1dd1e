// Finds the column whose features a cross means.
#pragma once

#include <algorithm>
#include <span>
#include <string_view>

#include "data/formats/csv/columns.hpp"

namespace tacit::csv {

// Whether one name is the other, or goes on with ^ or = behind it: crosses may name a column, one of its categories, or all
// columns whose names begin so.
inline bool goes_on(std::string_view name, std::string_view column) {
  const std::string_view longer = name.size() > column.size() ? name : column;
  const std::string_view shorter = name.size() > column.size() ? column : name;
  if (shorter.empty() || !longer.starts_with(shorter)) return false;
  return longer.size() == shorter.size() || longer[shorter.size()] == '^' || longer[shorter.size()] == '=';
}

// Null if there is none.
inline const Column* crossed_column(std::span<const Column> columns, std::string_view name) {
  const auto found = std::ranges::find_if(columns, [&](const Column& column) { return goes_on(name, column.name); });
  return found == columns.end() ? nullptr : &*found;
}

}  // namespace tacit::csv
