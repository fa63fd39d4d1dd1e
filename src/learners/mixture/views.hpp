// The row as each team of a mixture sees it: crosses (cross_features.hpp) come behind the data's features, and made features
// (made_features.hpp) behind these, lags before the calendar.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "tacit/core/row.hpp"
#include "tacit/data/cross_features.hpp"
#include "tacit/data/made_features.hpp"

namespace tacit {

// One per group of features at which their rows end, and one that sees all but crosses.
inline constexpr std::size_t most_teams = 4;

namespace team_place {
inline constexpr std::size_t given_only = 0;
inline constexpr std::size_t with_lags = 1;
inline constexpr std::size_t all = 2;
inline constexpr std::size_t uncrossed = 3;
}  // namespace team_place
inline constexpr std::array<std::string_view, most_teams> team_names{"given", "lags", "all", "uncrossed"};  // in a state

using Views = std::array<Row, most_teams>;

// Teams that work.
using Works = std::array<bool, most_teams>;

// From the first cross, lag or feature of the calendar on there are teams beside the one that sees all.
constexpr bool has_teams(const Works& works) { return works[team_place::given_only] || works[team_place::uncrossed]; }

// Whose means the mixers of teams hear at a place whose team does not work: those of the whole; at the first, those of the team
// without crosses, so that both sides of a group begin with equal shares.
constexpr std::size_t speaker_at(std::size_t place, const Works& works) {
  if (works[place]) return place;
  return place == team_place::given_only && works[team_place::uncrossed] ? team_place::uncrossed : team_place::all;
}

// Takes the row's crosses out of the middle; the row that is returned lasts until the next call in this thread.
Row without_crosses(const Row& z, std::size_t first, std::size_t behind);

// `crossed` says that features are crossed; else the data may have such indices.
inline Views views_of(const Row& z, bool crossed) {
  Views views{z, z, z, z};
  std::size_t end = z.size;
  while (end > 0 && group_of(z.index[end - 1]) == FeatureGroup::calendar) --end;
  views[team_place::with_lags].size = end;
  while (end > 0 && z.index[end - 1] >= first_made) --end;
  if (crossed) {
    const std::size_t behind = end;
    while (end > 0 && is_cross(z.index[end - 1])) --end;
    if (behind == z.size) {
      views[team_place::uncrossed].size = end;
    } else if (end < behind) {
      views[team_place::uncrossed] = without_crosses(z, end, behind);
    }
  }
  views[team_place::given_only].size = end;
  return views;
}

// Those that work, and those that the row calls for.
inline Works called_for(const Views& views, Works works) {
  using namespace team_place;
  const std::size_t crosses = views[all].size - views[uncrossed].size;
  const std::size_t seen = views[given_only].size + crosses;
  works[given_only] = works[given_only] || seen < views[all].size;  // lags or the calendar
  works[with_lags] = works[with_lags] || (seen < views[with_lags].size && views[with_lags].size < views[all].size);
  works[uncrossed] = works[uncrossed] || crosses > 0;
  return works;
}

// Whether the team sees the feature; one that began as a copy of the whole may know features that it no longer sees.
constexpr bool sees(std::size_t team, Index index, bool crossed) {
  if (team == team_place::all) return true;
  if (crossed && is_cross(index)) return team == team_place::with_lags;
  return team == team_place::uncrossed || index < (team == team_place::with_lags ? first_calendar : first_made);
}

}  // namespace tacit
