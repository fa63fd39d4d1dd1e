// The features of a team as parts of a state.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "learners/mixture/feature_table.hpp"
#include "tacit/learners/state_source.hpp"

namespace tacit {

// The experts' weights in their order, then count, sum, squares, largest, low, high, factor, gradient, seen and renewal.
template <class R>
inline constexpr std::size_t numbers_per_feature = R::count + 10;
inline constexpr std::size_t numbers_per_common = 6;  // mean, scale, worth, its squares, usual value, and 1 if visible

struct TableState {
  std::vector<double> numbers{};
  FeatureNumbers features{};
  FeatureNumbers common{.width = numbers_per_common, .sorted = false, .features = {}, .numbers = {}};
  std::vector<double> moments{};
};

inline void require_of(Index index, bool holds, const char* what) {
  if (!holds) throw std::invalid_argument(fmt::format("feature {} of the mixture: {}", index, what));
}

// Places differ between a run and one that goes on from its state; the order of features does not.
template <class R>
std::vector<Places::Place> places_by_index(const FeatureTable<R>& table) {
  std::vector<Places::Place> order(table.size());
  std::iota(order.begin(), order.end(), Places::Place{0});
  const auto index = [&](Places::Place place) { return table.at(place).record.index; };
  if (!std::ranges::is_sorted(order, {}, index)) std::ranges::sort(order, {}, index);  // else the table was just restored
  return order;
}

template <class R>
TableState state_of(const FeatureTable<R>& table) {
  TableState state;
  const std::vector<Places::Place> order = places_by_index(table);
  state.features.width = numbers_per_feature<R>;
  state.features.features.reserve(order.size());
  state.features.numbers.reserve(order.size() * state.features.width);
  for (const Places::Place place : order) {
    const auto& [weights, record] = table.at(place);
    state.features.features.push_back(record.index);
    auto& numbers = state.features.numbers;
    for (std::size_t k = 0; k < R::count; ++k) numbers.push_back(weights[k]);
    numbers.insert(numbers.end(), {record.count, record.sum, record.squares, record.largest, record.low, record.high,
                                   record.is_common() ? 0.0 : record.factor, record.gradient, record.seen, record.renewal});
  }
  for (const auto& common : table.common()) {
    state.common.features.push_back(table.at(common.place).record.index);
    state.common.numbers.insert(state.common.numbers.end(), {common.mean, common.scale, common.worth, common.worth_squares,
                                                             common.usual, common.visible ? 1.0 : 0.0});
  }
  state.moments = table.dense().numbers();
  return state;
}

// A feature with the numbers that a state has of it. Throws std::invalid_argument if a run of so many rounds cannot have left
// them.
template <class R>
typename FeatureTable<R>::Feature feature_of(Index index, std::span<const double> numbers, double rounds) {
  require_of(index, std::ranges::all_of(numbers, [](double x) { return std::isfinite(x); }), "a number is not finite");
  typename FeatureTable<R>::Feature feature;
  for (std::size_t k = 0; k < R::count; ++k) feature.weights.set(k, numbers[k]);
  const std::span<const double> known = numbers.subspan(R::count);
  FeatureRecord& record = feature.record;
  record = {.count = known[0],
            .sum = known[1],
            .squares = known[2],
            .unit = known[3] > 0 ? 1 / known[3] : 0,
            .largest = known[3],
            .low = known[4],
            .high = known[5],
            .factor = known[6],
            .gradient = known[7],
            .seen = known[8],
            .renewal = known[9],
            .index = index};
  const bool bias = index == 0 && record.largest == 0;
  if (bias) record.gradient = 0;  // it has nothing else
  require_of(index, record.agrees(rounds) && known[7] >= 0, "its record contradicts itself");
  record.gradient = known[7];
  return feature;
}

// A TableSource knows where a state has the numbers of a table's features, and holds those that are no table.
struct TableSource {
  const StateSource& source;
  std::string name;
  const FeatureNumbers& common;
  const std::vector<double>& moments;
  double rounds;

  template <class R>
  const std::vector<Index>& features() const {
    return source.features(name, numbers_per_feature<R>);
  }
  // Calls visit(feature) for each.
  template <class R, class Visit>
  void for_each_feature(Visit visit) const {
    source.read(name, [&](std::span<const Index> features, std::span<const double> numbers) {
      constexpr std::size_t width = numbers_per_feature<R>;
      for (std::size_t i = 0; i < features.size(); ++i)
        visit(feature_of<R>(features[i], numbers.subspan(i * width, width), rounds));
    });
  }
};

// Makes features of the table common, as the state says.
template <class R>
void restore_common(const TableSource& from, FeatureTable<R>& table) {
  for (std::size_t i = 0; i < from.common.features.size(); ++i) {
    const Index index = from.common.features[i];
    const double* const at = from.common.numbers.data() + i * numbers_per_common;
    const auto* known = table.find(index);
    require_of(index, index != 0 && known != nullptr && known->record.largest != 0 && known->record.factor == 0,
               "cannot be common");
    constexpr double most_usual = 1e9;
    const bool sound = std::abs(at[0]) <= 2 && at[1] > 0 && at[1] <= 1.1e6 && std::isfinite(at[2]) && at[3] >= 0 &&
                       std::isfinite(at[3]) && std::abs(at[4]) <= most_usual && (at[5] == 0 || at[5] == 1);
    require_of(index, sound, "its mean, scale, worth or usual value is out of range");
    table.add_common(
        index, {.mean = at[0], .scale = at[1], .worth = at[2], .worth_squares = at[3], .usual = at[4], .visible = at[5] == 1});
  }
  const std::size_t slots = std::min(table.common().size(), DenseMoments::most);
  if (!table.dense().restore(slots, from.moments))
    throw std::invalid_argument("the mixture's moments of common features contradict each other");
}

// A feature that was seen is one of both, but for the bias.
inline bool is_rare_or_common(const FeatureRecord& record) {
  return record.index == 0 || record.largest == 0 || record.factor != 0;
}
inline void require_rare_or_common(Index index, bool holds) { require_of(index, holds, "it is neither rare nor common"); }

// Both throw std::invalid_argument if a run cannot have left such a table.
template <class R>
void restore_table(const TableSource& from, FeatureTable<R>& table) {
  from.for_each_feature<R>([&](const auto& feature) { table[feature.record.index] = feature; });
  restore_common(from, table);
  for (Places::Place place = 0; place < table.size(); ++place) {
    const FeatureRecord& record = table.at(place).record;
    require_rare_or_common(record.index, is_rare_or_common(record));
  }
}

// Calls visit(feature) for each feature as restore_table() would leave it, and keeps none: the table gets what is known of the
// common ones, with something in the place of their records, so that it can say what their coordinates are.
template <class R, class Visit>
void pass_over_table(const TableSource& from, FeatureTable<R>& table, Visit visit) {
  const std::vector<Index>& known = from.features<R>();
  for (const Index index : from.common.features) {
    require_of(index, std::ranges::binary_search(known, index), "cannot be common");
    if (FeatureRecord& record = table[index].record; record.largest == 0) record.largest = 1;
  }
  restore_common(from, table);
  std::optional<Index> neither;  // is refused last, as restore_table() does
  from.for_each_feature<R>([&](auto feature) {
    FeatureRecord& record = feature.record;
    if (const auto* known_as = table.find(record.index); known_as != nullptr && known_as->record.is_common()) {
      require_of(record.index, record.largest != 0 && record.factor == 0, "cannot be common");
      record.factor = known_as->record.factor;
    }
    if (!neither && !is_rare_or_common(record)) neither = record.index;
    visit(feature);
  });
  if (neither) require_rare_or_common(*neither, false);
}

}  // namespace tacit
