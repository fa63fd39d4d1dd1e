// What a row says about itself beside its features: when it was and whose it is. Nothing learns from a mark; a run makes features
// of it.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace tacit {

// A time as it is written: the instant, and the clock that the writer looked at. A time without an offset is taken as the clock
// stands, as if it were UTC.
struct RowTime {
  std::int64_t instant = 0;  // milliseconds since 1970
  std::int32_t offset = 0;   // minutes that the clock is ahead of UTC
  bool has_hour = true;      // false for a date alone

  bool operator==(const RowTime&) const = default;
};

// Reads ISO 8601, as 2024-03-31T02:30:00.5+01:00, 2024-03-31 02:30, 20240331T0230, 2024-03-31 or 2024-03, or a number of seconds,
// milliseconds, microseconds or nanoseconds since 1970, told apart by size. Eight digits are a date if they can be one of the
// years 1900 to 2099. Nothing if it is none of these, or outside the years 1 to 9999.
std::optional<RowTime> parse_time(std::string_view text);

inline constexpr std::string_view expected_time =
    "expected a time such as 2024-03-31T14:30:00, 2024-03-31 14:30+02:00 or 2024-03-31, or seconds or milliseconds since 1970";

// The clock as written, taken apart.
struct CalendarTime {
  int hour = 0;     // 0 to 23
  int weekday = 0;  // 0 is Monday
  int month = 1;    // 1 to 12
};
CalendarTime calendar(const RowTime& time);

// The name of a group as a number.
std::uint64_t group_key(std::string_view name);

struct RowMark {
  RowTime time;
  std::uint64_t group = 0;
  bool has_time = false;
  bool has_group = false;

  bool operator==(const RowMark&) const = default;
};

}  // namespace tacit
