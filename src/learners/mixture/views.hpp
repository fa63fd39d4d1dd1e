// The row as each team of a mixture sees it: made features (made_features.hpp) come last, lags before the calendar.
#pragma once

#include <array>
#include <cstddef>

#include "tacit/core/row.hpp"
#include "tacit/data/made_features.hpp"

namespace tacit {

inline constexpr std::size_t most_teams = 3;  // one per group of features at which their rows end

namespace team_place {
inline constexpr std::size_t given_only = 0;
inline constexpr std::size_t with_lags = 1;
inline constexpr std::size_t all = 2;
}  // namespace team_place

using Views = std::array<Row, most_teams>;

inline Views views_of(const Row& z) {
  Views views{z, z, z};
  std::size_t end = z.size;
  while (end > 0 && group_of(z.index[end - 1]) == FeatureGroup::calendar) --end;
  views[team_place::with_lags].size = end;
  while (end > 0 && z.index[end - 1] >= first_made) --end;
  views[team_place::given_only].size = end;
  return views;
}

// Whether the team sees the feature; one that began as a copy of the whole may know features that it no longer sees.
constexpr bool sees(std::size_t team, Index index) {
  return team == team_place::all || index < (team == team_place::with_lags ? first_calendar : first_made);
}

}  // namespace tacit
