// Indices of the features that a run makes itself: the last 65,536, so that a learner can tell them from those of the data.
#pragma once

#include <cstddef>

#include "tacit/core/row.hpp"

namespace tacit {

enum class FeatureGroup { given, lags, calendar };

inline constexpr Index first_made = 0xFFFF0000U;
inline constexpr Index first_lag = first_made;        // earlier labels
inline constexpr Index first_calendar = 0xFFFF8000U;  // hour of day, day of week, month, clock
inline constexpr std::size_t most_lags = first_calendar - first_lag;

constexpr FeatureGroup group_of(Index index) {
  if (index < first_made) return FeatureGroup::given;
  return index < first_calendar ? FeatureGroup::lags : FeatureGroup::calendar;
}

}  // namespace tacit
