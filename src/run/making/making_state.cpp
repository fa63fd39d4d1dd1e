// What a run with times, lags, groups or late labels remembers from one row to the next, in a model's memory.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <unordered_set>

#include "run/making/making.hpp"
#include "run/making/memory_parts.hpp"
#include "run/making/pending_state.hpp"
#include "tacit/data/made_features.hpp"
#include "tacit/run/model.hpp"

namespace tacit {

using namespace memory_parts;

namespace {

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

void save_held(const LabelQueues& held, Writer& memory) {
  std::vector<double> labels, weights, times;
  std::vector<Index> entities;
  held.for_each([&](const LateLabel& label) {
    labels.push_back(label.label);
    weights.push_back(label.weight);
    times.push_back(static_cast<double>(label.instant));
    entities.push_back(label.entity);
  });
  memory.array("held/labels", std::move(labels));
  memory.array("held/weights", std::move(weights));
  memory.array("held/times", std::move(times));
  memory.array("held/entities", std::move(entities));
}

LabelQueues held_from(const LearnerState& memory, std::size_t histories) {
  Taker<double> labels(memory, "held/labels"), weights(memory, "held/weights"), times(memory, "held/times");
  Taker<Index> entities(memory, "held/entities");
  LabelQueues held;
  while (labels.size() > 0) {
    const LateLabel label{entities.next(), whole<std::int64_t>(times.next(), instants), labels.next(), weights.next()};
    require(label.entity < histories, "holds a label of an unknown group");
    require(label.weight >= 0, "holds a label with a negative weight");
    held.push(label.entity, label);
  }
  weights.require_end(), times.require_end(), entities.require_end();
  return held;
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
  save_pending(pending_, intervals_, writer);
  save_held(held_, writer);
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
  for (const History& history : state.histories) {
    for (const double label : history.kept())
      require(!maker_.of_classes() || (label >= 0 && label < static_cast<double>(classes_) && label == std::floor(label)),
              "has a label that is no class of the model");
  }
  Taker<Index> high(memory, "groups/high"), low(memory, "groups/low");
  require(high.size() == low.size() && (high.size() == 0 ? state.histories.size() <= 1 : high.size() == state.histories.size()),
          "has other histories than groups");
  std::unordered_set<std::uint64_t> seen;
  while (high.size() > 0) {
    state.keys.push_back(std::uint64_t{high.next()} << 32U | low.next());
    require(seen.insert(state.keys.back()).second, "has a group twice");
  }
  pending_ = pending_from(memory, {waiting_of(delay_), state.histories.size(), dimension_, hints_, intervals_, can_have_said_});
  held_ = held_from(memory, state.histories.size());
  require(held_.size() == 0 || delay_ > 0, "holds labels back, though the run has no delay");
  std::vector<std::size_t> waiting(state.histories.size());
  held_.for_each([&](const LateLabel& label) { ++waiting[label.entity]; });
  pending_.for_each([&](std::size_t place) { ++waiting[pending_.origin(place).entity]; });
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
