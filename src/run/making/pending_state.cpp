#include "run/making/pending_state.hpp"

#include <algorithm>
#include <cmath>

#include "run/guess_limits.hpp"
#include "run/making/making.hpp"

namespace tacit {

using namespace memory_parts;

namespace {

void save_intervals(const Pending& pending, Writer& memory) {
  std::vector<double> numbers;
  numbers.reserve(3 * pending.size());
  pending.for_each([&](std::size_t place) {
    const Interval& made = pending.origin(place).made;
    numbers.insert(numbers.end(), {made.prediction, made.below, made.above});
  });
  memory.array("pending/intervals", std::move(numbers));
}

Interval interval_from(std::span<const double> numbers) {
  const Interval made{numbers[0], numbers[1], numbers[2]};
  require(made.below >= 0 && made.above >= 0 && is_number(made.low()) && is_number(made.high()), "has an impossible interval");
  return made;
}

// Rows that a model of an earlier edition left behind are without what was said of them.
void save_said(const Pending& pending, Writer& memory) {
  std::vector<Index> sizes;
  std::vector<double> numbers;
  std::size_t count = 0;
  pending.for_each([&](std::size_t place) { count += pending.said(place).size(); });
  sizes.reserve(pending.size());
  numbers.reserve(count);
  pending.for_each([&](std::size_t place) {
    const auto said = pending.said(place);
    sizes.push_back(static_cast<Index>(said.size()));
    numbers.insert(numbers.end(), said.begin(), said.end());
  });
  if (numbers.empty()) return;
  memory.array("pending/said_sizes", std::move(sizes));
  memory.array("pending/said", std::move(numbers));
}

class SaidTaker {
 public:
  SaidTaker(const LearnerState& memory, const PendingRoom& room)
      : sizes_(memory, "pending/said_sizes"), numbers_(memory, "pending/said"), can_have_said_(room.can_have_said) {
    there_ = sizes_.size() > 0;
    require(!there_ || can_have_said_, "has 'pending/said', though nothing is kept of what this learner says");
  }

  std::span<const double> next() {
    if (!there_) return {};
    const auto said = numbers_.take(sizes_.next());
    require(said.empty() || can_have_said_(said), "has numbers in 'pending/said' that the learner cannot have said of a row");
    return said;
  }
  void require_end() const { sizes_.require_end(), numbers_.require_end(); }

 private:
  Taker<Index> sizes_;
  Taker<double> numbers_;
  const std::function<bool(std::span<const double>)>& can_have_said_;
  bool there_ = false;
};

void append_row(Dataset& rows, double label, double weight, std::span<const Index> features, std::span<const double> values) {
  require(weight >= 0, "has a negative weight");
  rows.begin_row(label, weight);
  for (std::size_t k = 0; k < features.size(); ++k) {
    require(k == 0 || features[k] > features[k - 1], "has features that do not increase");
    require(std::isfinite(values[k]), "has a value that is no number");
    rows.push(features[k], values[k]);
  }
}

}  // namespace

void save_pending(const Pending& pending, bool intervals, Writer& memory) {
  std::vector<double> labels, weights, times, values, hints;
  std::vector<Index> entities, sizes, features, unknown_hints;
  std::size_t nonzeros = 0;
  pending.for_each([&](std::size_t place) { nonzeros += pending.example(place).features.size; });
  for (auto* const list : {&labels, &weights, &times}) list->reserve(pending.size());
  for (auto* const list : {&entities, &sizes}) list->reserve(pending.size());
  features.reserve(nonzeros);
  values.reserve(nonzeros);
  pending.for_each([&](std::size_t place) {
    const Example example = pending.example(place);
    labels.push_back(example.label);
    weights.push_back(example.weight);
    times.push_back(static_cast<double>(pending.origin(place).instant));
    entities.push_back(pending.origin(place).entity);
    sizes.push_back(static_cast<Index>(example.features.size));
    features.insert(features.end(), example.features.index, example.features.index + example.features.size);
    values.insert(values.end(), example.features.value, example.features.value + example.features.size);
    for (const double hint : pending.hints(place)) {  // no model holds a NaN
      if (std::isnan(hint)) unknown_hints.push_back(static_cast<Index>(hints.size()));
      hints.push_back(std::isnan(hint) ? 0 : hint);
    }
  });
  memory.array("pending/labels", std::move(labels));
  memory.array("pending/weights", std::move(weights));
  memory.array("pending/times", std::move(times));
  memory.array("pending/entities", std::move(entities));
  memory.array("pending/sizes", std::move(sizes));
  memory.array("pending/features", std::move(features));
  memory.array("pending/values", std::move(values));
  memory.array("pending/hints", std::move(hints));
  memory.array("pending/unknown_hints", std::move(unknown_hints));
  save_said(pending, memory);
  if (intervals) save_intervals(pending, memory);
}

Pending pending_from(const LearnerState& memory, const PendingRoom& room) {
  Taker<double> labels(memory, "pending/labels"), weights(memory, "pending/weights"), times(memory, "pending/times"),
      values(memory, "pending/values"), hints(memory, "pending/hints"), intervals(memory, "pending/intervals");
  Taker<Index> whose(memory, "pending/entities"), sizes(memory, "pending/sizes"), features(memory, "pending/features"),
      unknown_hints(memory, "pending/unknown_hints");
  SaidTaker said(memory, room);
  Pending pending(room.waiting);
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
    pending.push(row, 0, origin, said.next());
  }
  for (std::size_t previous = 0; unknown_hints.size() > 0;) {
    const std::size_t place = unknown_hints.next();
    require(place < each * count && (previous == 0 || place >= previous), "has unknown hints out of order");
    pending.forget_hint(place);
    previous = place + 1;
  }
  labels.require_end(), weights.require_end(), times.require_end(), values.require_end(), hints.require_end();
  whose.require_end(), sizes.require_end(), features.require_end(), intervals.require_end(), said.require_end();
  return pending;
}

}  // namespace tacit
