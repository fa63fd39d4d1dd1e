#include "tacit/data/made_features.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>

namespace tacit {

namespace {

constexpr std::array<std::string_view, 7> weekdays{"Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"};
constexpr Index hours_of_day = 24;
constexpr Index months_of_year = 12;

// The index that a family of names gives to its number, if it is one of `count` from `first_number` on and written plainly.
std::optional<Index> numbered(std::string_view name, std::string_view prefix, Index first, Index first_number, Index count) {
  if (!name.starts_with(prefix)) return std::nullopt;
  name.remove_prefix(prefix.size());
  Index number = 0;
  const auto [stop, error] = std::from_chars(name.data(), name.data() + name.size(), number);
  const bool whole = error == std::errc{} && stop == name.data() + name.size() && (name.size() == 1 || name.front() != '0');
  if (!whole || number < first_number || number - first_number >= count) return std::nullopt;
  return first + (number - first_number);
}

}  // namespace

std::string made_name(Index index) {
  const auto within = [index](Index first, Index count) { return index >= first && index - first < count; };
  if (within(first_lag + 1, longest_lag)) return fmt::format("lag {}", index - first_lag);
  if (within(first_hour, hours_of_day)) return fmt::format("hour={}", index - first_hour);
  if (within(first_weekday, weekdays.size())) return fmt::format("weekday={}", weekdays[index - first_weekday]);
  if (within(first_month, months_of_year)) return fmt::format("month={}", index - first_month + 1);
  return index == clock_feature ? "clock" : "";
}

std::optional<Index> made_index(std::string_view name) {
  if (name == "clock") return clock_feature;
  for (std::size_t day = 0; day < weekdays.size(); ++day) {
    if (name.starts_with("weekday=") && name.substr(8) == weekdays[day]) return first_weekday + static_cast<Index>(day);
  }
  if (const auto lag = numbered(name, "lag ", first_lag + 1, 1, longest_lag)) return lag;
  if (const auto hour = numbered(name, "hour=", first_hour, 0, hours_of_day)) return hour;
  return numbered(name, "month=", first_month, 1, months_of_year);
}

}  // namespace tacit
