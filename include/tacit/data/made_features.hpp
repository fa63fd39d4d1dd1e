// Indices of the features that a run makes itself: the last 65,536, so that a learner can tell them from those of the data.
//
// A label of k rows ago has the index first_lag + k, whatever other lags there are. The calendar has a feature per hour of day,
// day of week and month, of value 1, and a clock that grows, in years since the first row.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "tacit/core/row.hpp"

namespace tacit {

enum class FeatureGroup { given, lags, calendar };

inline constexpr Index first_made = 0xFFFF0000U;
inline constexpr Index first_lag = first_made;        // earlier labels
inline constexpr Index first_calendar = 0xFFFF8000U;  // hour of day, day of week, month, clock
inline constexpr std::size_t most_lags = first_calendar - first_lag;
inline constexpr Index longest_lag = first_calendar - first_lag - 1;

inline constexpr Index first_hour = first_calendar;          // 0 to 23
inline constexpr Index first_weekday = first_calendar + 32;  // Monday is the first
inline constexpr Index first_month = first_calendar + 64;    // January is the first
inline constexpr Index clock_feature = first_calendar + 96;

constexpr FeatureGroup group_of(Index index) {
  if (index < first_made) return FeatureGroup::given;
  return index < first_calendar ? FeatureGroup::lags : FeatureGroup::calendar;
}

// Such as `lag 24`, `hour=13`, `weekday=Mon`, `month=7` and `clock`; empty if nothing makes a feature of this index.
std::string made_name(Index index);
// The index of such a name.
std::optional<Index> made_index(std::string_view name);

// How many of a row's features are of the data: they stand before those that a run has made.
constexpr std::size_t given_features(const Row& row) {
  std::size_t count = row.size;
  while (count > 0 && row.index[count - 1] >= first_made) --count;
  return count;
}

constexpr std::size_t made_features(const Row& row) { return row.size - given_features(row); }

}  // namespace tacit
