// What a run with times, lags, groups or late labels remembers from one row to the next, in a model's memory.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <unordered_set>

#include "run/guess_limits.hpp"
#include "run/making/making.hpp"
#include "tacit/data/made_features.hpp"
#include "tacit/run/model.hpp"

namespace tacit {

namespace {

constexpr Limits instants{-6.3e13, 2.6e14};

[[noreturn]] void refuse(std::string_view what) { throw std::invalid_argument(fmt::format("the memory's 'making' {}", what)); }

void require(bool good, std::string_view otherwise) {
  if (!good) refuse(otherwise);
}

// Names parts and keeps them in order; arrays that are empty are left out.
class Writer {
 public:
  explicit Writer(LearnerState& memory) : memory_(memory) {}

  void number(std::string_view name, double value) { memory_.add(named(name), value); }
  template <class Value>
  void array(std::string_view name, std::vector<Value> values) {
    if (!values.empty()) memory_.add(named(name), std::move(values));
  }

 private:
  static std::string named(std::string_view name) { return std::string(Making::group) + std::string(name); }

  LearnerState& memory_;
};

// Reads arrays from their beginning.
template <class Value>
class Taker {
 public:
  Taker(const LearnerState& memory, std::string_view name) {
    const auto* const found = memory.find(std::string(Making::group) + std::string(name));
    if (found == nullptr) return;
    const auto* const values = std::get_if<std::vector<Value>>(found);
    if (values == nullptr) refuse(fmt::format("has '{}', which is not a list of the right type", name));
    rest_ = *values;
  }

  std::size_t size() const { return rest_.size(); }
  Value next() { return take(1).front(); }
  std::span<const Value> take(std::size_t count) {
    if (count > rest_.size()) refuse("has lists of lengths that do not fit");
    const auto taken = rest_.first(count);
    rest_ = rest_.subspan(count);
    return taken;
  }
  void require_end() const {
    if (!rest_.empty()) refuse("has lists of lengths that do not fit");
  }

 private:
  std::span<const Value> rest_;
};

template <class Number>
Number whole(double number, Limits limits) {
  const bool minus_zero = number == 0 && std::signbit(number);
  if (!(number >= limits.low && number <= limits.high) || number != std::floor(number) || minus_zero)
    refuse("has a count or a time out of range");
  return static_cast<Number>(number);
}

void save_histories(const std::vector<History>& histories, Writer& memory) {
  std::vector<Index> lengths, found, longer, unknown, steps;
  std::vector<double> labels, counts, times, lengths_of_steps;
  for (const History& history : histories) {
    const History::State state = history.state();
    lengths.push_back(static_cast<Index>(state.labels.size()));
    labels.insert(labels.end(), state.labels.begin(), state.labels.end());
    counts.push_back(static_cast<double>(state.count));
    found.push_back(static_cast<Index>(state.found));
    longer.push_back(static_cast<Index>(state.longer));
    unknown.push_back(static_cast<Index>(state.unknown));
    if (!state.ticks) continue;
    times.push_back(static_cast<double>(state.last));
    steps.push_back(static_cast<Index>(state.steps.size()));
    for (const std::int64_t step : state.steps) lengths_of_steps.push_back(static_cast<double>(step));
  }
  memory.array("counts", std::move(counts));
  memory.array("found", std::move(found));
  memory.array("longer", std::move(longer));
  memory.array("unknown", std::move(unknown));
  memory.array("lengths", std::move(lengths));
  memory.array("labels", std::move(labels));
  memory.array("times", std::move(times));
  memory.array("steps", std::move(steps));
  memory.array("step_lengths", std::move(lengths_of_steps));
}

std::vector<History> histories_from(const LearnerState& memory) {
  Taker<double> counts(memory, "counts"), labels(memory, "labels"), times(memory, "times"), step_lengths(memory, "step_lengths");
  Taker<Index> found(memory, "found"), longer(memory, "longer"), unknown(memory, "unknown"), lengths(memory, "lengths"),
      steps(memory, "steps");
  const bool ticks = times.size() > 0;
  std::vector<History> histories(counts.size());
  for (History& history : histories) {
    History::State state;
    state.count = whole<std::uint64_t>(counts.next(), any_count);
    state.found = found.next();
    state.longer = longer.next();
    state.unknown = unknown.next();
    const std::size_t length = lengths.next();
    require(length <= state.count && length <= std::max<std::size_t>(History::window, longest_lag), "has too many labels");
    const bool season = state.found == 0 || (state.found > 2 && state.found < History::window);
    const bool multiple = state.found > 0 && state.longer > state.found && state.longer % state.found == 0;
    require(season && (state.longer == 0 || (multiple && state.longer < History::window)), "has a season out of range");
    const auto known = labels.take(length);
    for (const double label : known) require(std::abs(label) <= History::largest, "has a label out of range");
    state.labels.assign(known.begin(), known.end());
    state.ticks = ticks;
    if (ticks) {
      state.last = whole<std::int64_t>(times.next(), instants);
      const std::size_t count = steps.next();
      require(count <= Rhythm::most_steps, "has too many steps of the clock");
      for (const double step : step_lengths.take(count)) state.steps.push_back(whole<std::int64_t>(step, {1, 4e14}));
    }
    history.go_on(std::move(state));
  }
  counts.require_end(), labels.require_end(), times.require_end(), step_lengths.require_end();
  found.require_end(), longer.require_end(), unknown.require_end(), lengths.require_end(), steps.require_end();
  return histories;
}

void save_intervals(const Pending& pending, Writer& memory) {
  std::vector<double> numbers;
  for (std::size_t k = 0; k < pending.size(); ++k) {
    const Interval& made = pending.origin(k).made;
    numbers.insert(numbers.end(), {made.prediction, made.below, made.above});
  }
  memory.array("pending/intervals", std::move(numbers));
}

Interval interval_from(std::span<const double> numbers) {
  const Interval made{numbers[0], numbers[1], numbers[2]};
  require(made.below >= 0 && made.above >= 0 && is_number(made.low()) && is_number(made.high()), "has an impossible interval");
  return made;
}

void save_pending(const Pending& pending, Writer& memory) {
  std::vector<double> labels, weights, times, values, hints;
  std::vector<Index> entities, sizes, features, unknown_hints;
  for (std::size_t k = 0; k < pending.size(); ++k) {
    const Example example = pending.example(k);
    labels.push_back(example.label);
    weights.push_back(example.weight);
    times.push_back(static_cast<double>(pending.origin(k).instant));
    entities.push_back(pending.origin(k).entity);
    sizes.push_back(static_cast<Index>(example.features.size));
    features.insert(features.end(), example.features.index, example.features.index + example.features.size);
    values.insert(values.end(), example.features.value, example.features.value + example.features.size);
    for (const double hint : pending.hints(k)) {  // no model holds a NaN
      if (std::isnan(hint)) unknown_hints.push_back(static_cast<Index>(hints.size()));
      hints.push_back(std::isnan(hint) ? 0 : hint);
    }
  }
  memory.array("pending/labels", std::move(labels));
  memory.array("pending/weights", std::move(weights));
  memory.array("pending/times", std::move(times));
  memory.array("pending/entities", std::move(entities));
  memory.array("pending/sizes", std::move(sizes));
  memory.array("pending/features", std::move(features));
  memory.array("pending/values", std::move(values));
  memory.array("pending/hints", std::move(hints));
  memory.array("pending/unknown_hints", std::move(unknown_hints));
}

void append_row(Dataset& rows, double label, double weight, std::span<const Index> features, std::span<const double> values) {
  require(weight >= 0, "has a negative weight");
  double squares = 0;
  rows.begin_row(label, weight);
  for (std::size_t k = 0; k < features.size(); ++k) {
    require(k == 0 || features[k] > features[k - 1], "has features that do not increase");
    rows.push(features[k], values[k]);
    squares += values[k] * values[k];
  }
  require(std::isfinite(squares), "has values that are too large");
}

// What rows that wait may be.
struct Room {
  std::size_t entities;
  std::size_t dimension;
  std::size_t hints;
  bool intervals;
};

Pending pending_from(const LearnerState& memory, const Room& room) {
  Taker<double> labels(memory, "pending/labels"), weights(memory, "pending/weights"), times(memory, "pending/times"),
      values(memory, "pending/values"), hints(memory, "pending/hints"), intervals(memory, "pending/intervals");
  Taker<Index> whose(memory, "pending/entities"), sizes(memory, "pending/sizes"), features(memory, "pending/features"),
      unknown_hints(memory, "pending/unknown_hints");
  Pending pending;
  Dataset row;
  const std::size_t count = labels.size();
  require(count <= Making::most_pending, "has too many rows that wait");
  const std::size_t each = room.hints;
  for (std::size_t k = 0; k < count; ++k) {
    row.clear();
    const std::size_t size = sizes.next();
    append_row(row, labels.next(), weights.next(), features.take(size), values.take(size));
    std::ranges::copy(hints.take(each), row.make_hints(each).begin());
    Pending::Origin origin{whose.next(), whole<std::int64_t>(times.next(), instants)};
    if (room.intervals) origin.made = interval_from(intervals.take(3));
    require(origin.entity < room.entities, "has a row of an unknown group");
    require(row.row(0).dimension() <= room.dimension, "has a feature beyond the dimension");
    for (const double hint : row.hints(0)) require(within(hint, guessed_labels), "has a hint out of range");
    pending.push(row, 0, origin);
  }
  for (std::size_t previous = 0; unknown_hints.size() > 0;) {
    const std::size_t place = unknown_hints.next();
    require(place < each * count && (previous == 0 || place >= previous), "has unknown hints out of order");
    pending.forget_hint(place);
    previous = place + 1;
  }
  labels.require_end(), weights.require_end(), times.require_end(), values.require_end(), hints.require_end();
  whose.require_end(), sizes.require_end(), features.require_end(), intervals.require_end();
  return pending;
}

bool is_ours(const LearnerState::Part& part) { return part.name.starts_with(Making::group); }

}  // namespace

void Making::save(LearnerState& memory) const {
  Writer writer(memory);
  const FeatureMaker::State state = maker_.state();
  if (state.ticks) {
    writer.number("first", static_cast<double>(state.first));
    writer.number("last", static_cast<double>(state.last));
    writer.number("steps_back", static_cast<double>(state.steps_back));
  }
  std::vector<Index> high, low;
  for (const std::uint64_t key : state.keys) {
    high.push_back(static_cast<Index>(key >> 32U));
    low.push_back(static_cast<Index>(key));
  }
  writer.array("groups/high", std::move(high));
  writer.array("groups/low", std::move(low));
  save_histories(state.histories, writer);
  save_pending(pending_, writer);
  if (intervals_) save_intervals(pending_, writer);
}

void Making::restore(const LearnerState& memory) {
  FeatureMaker::State state;
  const std::string first = std::string(group) + "first";
  state.ticks = memory.find(first) != nullptr;
  if (state.ticks) {
    state.first = whole<std::int64_t>(memory.number(first, instants), instants);
    state.last = whole<std::int64_t>(memory.number(std::string(group) + "last", instants), instants);
    state.steps_back = whole<std::uint64_t>(memory.number(std::string(group) + "steps_back", any_count), any_count);
  }
  state.histories = histories_from(memory);
  Taker<Index> high(memory, "groups/high"), low(memory, "groups/low");
  require(high.size() == low.size() && (high.size() == 0 ? state.histories.size() <= 1 : high.size() == state.histories.size()),
          "has other histories than groups");
  std::unordered_set<std::uint64_t> seen;
  while (high.size() > 0) {
    state.keys.push_back(std::uint64_t{high.next()} << 32U | low.next());
    require(seen.insert(state.keys.back()).second, "has a group twice");
  }
  pending_ = pending_from(memory, {state.histories.size(), dimension_, hints_, intervals_});
  std::vector<std::size_t> waiting(state.histories.size());
  for (std::size_t k = 0; k < pending_.size(); ++k) ++waiting[pending_.origin(k).entity];
  for (std::size_t i = 0; i < waiting.size(); ++i)
    require(state.histories[i].unknown() == waiting[i], "has other rows that wait than labels that are unknown");
  maker_.go_on(std::move(state));
}

void Making::require_sound_memory(const Model& model) {
  LearnerState ours;
  for (const auto& part : model.memory.parts()) {
    if (is_ours(part)) ours.add(part.name, part.value);
  }
  if (ours.parts().empty()) return;
  if (!is_wanted(model.configuration, model.columns)) refuse("is there, though the model has neither times nor lags");
  Making making(model.configuration, model.columns);
  making.restore(ours);
  LearnerState again;
  making.save(again);
  if (!(again == ours)) refuse("is not what a run leaves behind");
}

}  // namespace tacit
