#include "run/making/feature_maker.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tacit/core/message.hpp"
#include "tacit/data/class_lags.hpp"
#include "tacit/data/data_error.hpp"

namespace tacit {

std::uint32_t FeatureMaker::entity_of(const RowMark& mark) {
  if (!has_group_) {
    if (histories_.empty()) histories_.emplace_back();
    return 0;
  }
  const auto [place, is_new] = places_.try_emplace(mark.group, static_cast<std::uint32_t>(histories_.size()));
  if (is_new) {
    keys_.push_back(mark.group);
    histories_.emplace_back();
  }
  return place->second;
}

std::optional<std::uint32_t> FeatureMaker::find(const RowMark& mark) const {
  if (!has_group_) return histories_.empty() ? std::nullopt : std::optional<std::uint32_t>(0);
  const auto place = places_.find(mark.group);
  return place == places_.end() ? std::nullopt : std::optional(place->second);
}

void FeatureMaker::tick(const RowTime& time) {
  if (!ticks_) first_ = time.instant;
  ticks_ = true;
  last_ = time.instant;
}

void FeatureMaker::add_class_lags(const History& history) {
  const std::size_t lags = lags_.rows.size();
  for (std::size_t place = 0; place < lags; ++place) {
    const auto label = history.label(lags_.rows[place]);
    if (!label) continue;
    const auto index = class_lag(lags, place, static_cast<std::size_t>(*label));
    if (!index) {
      throw DataError(DataError::Kind::row,
                      say(fmt::format("{} lags of {} classes are too many features; expected at most {} lags times classes: give "
                                      "fewer ",
                                      lags, static_cast<std::size_t>(*label) + 1, most_lags - 1),
                          mention("lags")));
    }
    features_.push_back({*index, 1});
  }
  std::ranges::sort(features_, {}, &Feature::index);
}

void FeatureMaker::add_lags(const History& history) {
  if (classes_) return add_class_lags(history);
  const auto add = [&](std::size_t lag) {
    if (const auto label = history.label(lag); label && *label != 0)
      features_.push_back({first_lag + static_cast<Index>(lag), *label});
  };
  for (const Index lag : lags_.rows) add(lag);
  if (!lags_.automatic) return;
  add(1);
  add(2);
  // The rows one season ago as well as the label then: a linear model can take seasonal differences of lags 1 and 2.
  for (const std::size_t season : {history.season(), history.longer_season()}) {
    for (std::size_t lag = season; season > 2 && lag <= season + 2; ++lag) add(lag);
  }
}

void FeatureMaker::add_calendar(const RowTime& time) {
  constexpr double year = 365.25 * 86'400'000;
  const CalendarTime clock = calendar(time);
  if (time.has_hour) features_.push_back({first_hour + static_cast<Index>(clock.hour), 1});
  features_.push_back({first_weekday + static_cast<Index>(clock.weekday), 1});
  features_.push_back({first_month + static_cast<Index>(clock.month - 1), 1});
  if (time.instant != first_) features_.push_back({clock_feature, static_cast<double>(time.instant - first_) / year});
}

std::uint32_t FeatureMaker::make(const Dataset& given, std::size_t i, Dataset& made) {
  const Row row = given.row(i);
  const RowMark mark = given.mark(i);
  const auto refuse = [](const Message& what) { throw DataError(DataError::Kind::row, what); };
  if (has_time_ && !mark.has_time)
    refuse("the row has no time, though the model expects one; give a table or JSON lines that say it");
  if (has_group_ && !mark.has_group)
    refuse("nobody says whose row this is, though the model has a history per group; give a table or JSON lines that say it");
  if (row.dimension() > first_made) {
    refuse(fmt::format("feature {} has the number of one that the run makes itself; expected features below {}",
                       row.dimension() - 1, first_made));
  }
  features_.clear();
  if (has_time_) tick(mark.time);
  const std::uint32_t entity = entity_of(mark);
  History& history = histories_[entity];
  if (has_time_) {
    if (history.goes_back(mark.time)) ++steps_back_;
    history.tick(mark.time);
  }
  add_lags(history);
  history.arrive();
  if (has_time_) add_calendar(mark.time);

  const Dataset::Room room = made.room(row.size + features_.size());
  std::copy_n(row.index, row.size, room.index);
  std::copy_n(row.value, row.size, room.value);
  for (std::size_t k = 0; k < features_.size(); ++k) {
    room.index[row.size + k] = features_[k].index;
    room.value[row.size + k] = features_[k].value;
  }
  made.append_row(row.size + features_.size(), given.label(i), given.weight(i), given.line(i));
  return entity;
}

FeatureMaker::State FeatureMaker::state() const { return {ticks_, first_, last_, steps_back_, keys_, histories_}; }

void FeatureMaker::go_on(State state) {
  ticks_ = state.ticks;
  first_ = state.first;
  last_ = state.last;
  steps_back_ = state.steps_back;
  keys_ = std::move(state.keys);
  histories_ = std::move(state.histories);
  places_.clear();
  for (std::size_t i = 0; i < keys_.size(); ++i) places_.emplace(keys_[i], static_cast<std::uint32_t>(i));
}

}  // namespace tacit
