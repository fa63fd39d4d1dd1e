#include "cli/options/interval.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "cli/errors.hpp"
#include "tacit/core/legible.hpp"

namespace tacit::cli {

Interval typed_interval(std::string_view option, const std::string& text) {
  using std::chrono::milliseconds;
  constexpr std::array<std::pair<std::string_view, std::uint64_t>, 5> units{
      {{"ms", 1}, {"s", 1000}, {"m", 60'000}, {"h", 3'600'000}, {"d", 86'400'000}}};
  constexpr std::uint64_t longest = 36'500ULL * 86'400'000;  // a hundred years: no sum of times overflows
  std::uint64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  const std::string_view unit(stop, static_cast<std::size_t>(end - stop));
  const auto* const found = std::ranges::find(units, unit, &std::pair<std::string_view, std::uint64_t>::first);
  if (error != std::errc{} || number == 0 || (!unit.empty() && found == units.end())) {
    throw UsageError(
        fmt::format("--{} {}: expected a number of examples from 1 on, such as 1000, or a time, such as 500ms, 30s, "
                    "5m, 2h or 1d",
                    option, shown(text)));
  }
  if (unit.empty()) return number;
  return milliseconds(static_cast<std::int64_t>(std::min(number, longest / found->second) * found->second));
}

}  // namespace tacit::cli
