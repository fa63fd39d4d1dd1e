#include "run/making/choose_making.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <stdexcept>
#include <utility>

#include "run/making/making.hpp"
#include "tacit/core/legible.hpp"
#include "tacit/domains/simplex.hpp"
#include "tacit/learners/kinds.hpp"
#include "tacit/run/reading.hpp"

namespace tacit {

namespace {

using Kind = SettingError::Kind;
using Unit = std::pair<std::string_view, std::uint64_t>;
constexpr std::array<Unit, 6> units{
    {{"ms", 1}, {"s", 1000}, {"m", 60'000}, {"h", 3'600'000}, {"d", 86'400'000}, {"w", 604'800'000}}};

[[noreturn]] void refuse(Kind kind, std::string_view setting, const Message& message) {
  throw SettingError(kind, mention(setting), message);
}

constexpr std::array<std::string_view, 5> making_settings{"time", "group", "lags", "horizon", "delay"};

}  // namespace

std::uint64_t duration_of(std::string_view typed) {
  constexpr std::uint64_t longest = 36'500ULL * 86'400'000;
  std::uint64_t number = 0;
  const char* const end = typed.data() + typed.size();
  const auto [stop, error] = std::from_chars(typed.data(), end, number);
  const std::string_view unit(stop, static_cast<std::size_t>(end - stop));
  const auto* const found = std::ranges::find(units, unit, &Unit::first);
  if (error != std::errc{} || found == units.end() || number > longest / found->second) {
    throw std::invalid_argument(fmt::format(
        "{}: expected a number and a unit, such as 500ms, 30s, 5m, 2h, 1d or 1w, up to a hundred years", shown(typed)));
  }
  return number * found->second;
}

std::string typed_duration(std::uint64_t milliseconds) {
  const auto fits = [&](const Unit& unit) { return milliseconds % unit.second == 0; };
  const auto found = std::find_if(units.rbegin(), units.rend(), fits);
  return fmt::format("{}{}", milliseconds / found->second, found->first);
}

void require_horizon(const Configuration& configuration) {
  if (configuration.horizon > Making::most_pending)
    throw std::invalid_argument(fmt::format("{}: expected at most {} rows", configuration.horizon, Making::most_pending));
  if (configuration.horizon > 0 && configuration.delay > 0)
    throw std::invalid_argument("a label is late by rows or by time: expected one of them");
}

void choose_making(const Settings& settings, Configuration& configuration) {
  const auto checked = [&](std::string_view setting, auto take) {
    if (!settings.has(setting)) return;
    try {
      take();
    } catch (const std::invalid_argument& error) {
      refuse(Kind::bad_value, setting, say(mention(setting), " ", std::string(error.what())));
    }
  };
  checked("lags", [&] { configuration.lags = lag_choice(*settings.list("lags")); });
  checked("delay", [&] { configuration.delay = duration_of(*settings.text("delay")); });
  if (configuration.delay > 0 && settings.count("horizon").value_or(configuration.horizon) > 0) {
    refuse(Kind::contradiction, "horizon",
           say(mention("horizon"), " counts rows and ", mention("delay"), " counts time: give one of them"));
  }
  checked("horizon", [&] {
    configuration.horizon = *settings.count("horizon");
    require_horizon(configuration);
  });
  const std::string_view late = configuration.delay > 0 ? "delay" : "horizon";
  const bool waits = configuration.horizon > 0 || configuration.delay > 0;
  if (waits && configuration.scale == "online") {
    refuse(Kind::contradiction, late,
           say(mention(late), " keeps rows until their labels are known, but ", mention("scale", "online"),
               " changes what they would mean by then: use ", mention("scale", "max-abs")));
  }
  if (waits && has_class_names(configuration)) {
    refuse(
        Kind::contradiction, late,
        say(mention(late), fmt::format(" is for labels that are numbers or two classes; the loss is {}: leave it out, or learn "
                                       "one class against the others",
                                       configuration.loss)));
  }
  if (const LearnerKind* const kind = find_kind(configuration); waits && kind != nullptr && kind->outputs > 1) {
    refuse(Kind::contradiction, late,
           say(mention(late), fmt::format(" needs a learner with one prediction; {} has {}", kind->name, kind->outputs)));
  }
  if (configuration.lags.automatic && has_class_names(configuration)) {
    refuse(Kind::contradiction, "lags",
           say(mention("lags", "auto"), " looks for a season in numbers, and labels are classes: give ", mention("lags", "1"),
               " or others"));
  }
  if (configuration.lags.any() && configuration.domain == Simplex::name) {
    refuse(Kind::contradiction, "lags",
           say(mention("lags"), " adds features, but the simplex has a fixed number of them: use another ", mention("domain")));
  }
}

void require_making(const Configuration& configuration, const ColumnChoice& columns, const Settings& how) {
  if (configuration.delay > 0 && !columns.time) {
    refuse(Kind::missing, "time",
           say(mention("delay"), " looks at the times of the rows: give their column with ", mention("time"),
               ", or count rows with ", mention("horizon")));
  }
  if (columns.time && configuration.domain == Simplex::name) {
    refuse(Kind::contradiction, "time",
           say(mention("time"), " adds features, but the simplex has a fixed number of them: use another ", mention("domain")));
  }
  const bool in_order = configuration.lags.any() || configuration.horizon > 0 || configuration.delay > 0;
  if (how.has("shuffle") && in_order) {
    const std::string_view what = configuration.lags.any() ? "lags" : configuration.horizon > 0 ? "horizon" : "delay";
    refuse(Kind::contradiction, "shuffle", say(mention(what), " means the order of the rows: leave out ", mention("shuffle")));
  }
  const std::string_view mark = columns.time ? "time" : "group";
  if (how.yes("cache").value_or(false) && (columns.time || columns.group)) {
    refuse(Kind::contradiction, "cache",
           say(mention(mark), " and ", mention("cache"),
               " do not go together, as a cache holds neither times nor groups: leave out ", mention("cache")));
  }
}

void refuse_making(const Settings& settings, std::string_view command) {
  for (const std::string_view name : making_settings) {
    if (!settings.has(name)) continue;
    refuse(Kind::without_use, name,
           say(mention(name), fmt::format(" means nothing to {}, which takes rows as they are in the file: leave it out, or "
                                          "use train",
                                          command)));
  }
}

}  // namespace tacit
