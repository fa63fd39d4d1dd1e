// Numbers that are missing: an empty cell of a table, a null of JSON, a NaN in an array.
//
// A missing number is a mark, a NaN, as the value of its feature. Only parsers of tables and of JSON lines, caches and arrays in
// memory make marks; a run replaces them before a learner sees them. An empty cell of a column that has held nothing yet may
// belong to numbers or to categories: its mark counts only if the run knows the feature as a number.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <limits>
#include <span>
#include <string>
#include <string_view>

#include "tacit/core/names.hpp"
#include "tacit/data/cross_features.hpp"
#include "tacit/data/made_features.hpp"

namespace tacit {

// What a run does about them: the mean so far stands in, with a feature that says so; they count as 0; their rows are left out.
enum class Missing { mean, zero, skip };

// Their names, in that order.
inline constexpr std::string_view missing_names[] = {"mean", "zero", "skip"};
// Throws std::invalid_argument for another name.
inline Missing missing_of(std::string_view name) {
  require_name("missing", missing_names, name);
  return static_cast<Missing>(std::ranges::find(missing_names, name) - std::begin(missing_names));
}

inline constexpr double missing_mark = std::numeric_limits<double>::quiet_NaN();
inline constexpr double perhaps_missing_mark = -std::numeric_limits<double>::quiet_NaN();

inline bool is_mark(double value) { return std::isnan(value); }
inline bool is_sure_mark(double value) { return std::isnan(value) && !std::signbit(value); }

// Whether a value read back from a file is one of the two, bit for bit.
inline bool is_written_mark(double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  return bits == std::bit_cast<std::uint64_t>(missing_mark) || bits == std::bit_cast<std::uint64_t>(perhaps_missing_mark);
}

// The feature that says that another is missing has an index of its own, 2^31 above that one's. Indices of the data from 2^31 on,
// and the 65,536 below, have no such room: there, features share an index as hashed names may.
inline constexpr Index first_indicator = 0x80000000U;
constexpr Index indicator_of(Index feature) { return first_indicator + feature % (first_made - first_indicator); }

// What people call a feature: its name in the dictionary, that name with what it says about it, what the run calls a feature that
// it has made, or its number.
inline std::string called(Index index, std::span<const std::string> names) {
  if (index > 0 && index <= names.size()) return names[index - 1];
  if (std::string made = made_name(index); !made.empty()) return made;
  if (std::string cross = cross_name(index, names); !cross.empty()) return cross;
  const Index missing = index >= first_indicator ? index - first_indicator : 0;
  return missing > 0 && missing <= names.size() ? names[missing - 1] + " is missing" : std::to_string(index);
}

}  // namespace tacit
