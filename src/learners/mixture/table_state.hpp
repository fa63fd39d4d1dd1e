// The features of a team as parts of a state.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "learners/mixture/feature_table.hpp"
#include "tacit/learners/state.hpp"

namespace tacit {

// The experts' weights in their order, then count, sum, squares, largest, low, high, factor, gradient and seen.
template <class R>
inline constexpr std::size_t numbers_per_feature = R::count + 9;
inline constexpr std::size_t numbers_per_common = 4;  // mean, scale, worth and its squares

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
  std::ranges::sort(order, {}, [&](Places::Place place) { return table.at(place).record.index; });
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
                                   record.is_common() ? 0.0 : record.factor, record.gradient, record.seen});
  }
  for (const auto& common : table.common()) {
    state.common.features.push_back(table.at(common.place).record.index);
    state.common.numbers.insert(state.common.numbers.end(), {common.mean, common.scale, common.worth, common.worth_squares});
  }
  if (table.dense().size() > 0) state.moments = table.dense().numbers();
  return state;
}

// Throws std::invalid_argument if a run of so many rounds cannot have left such numbers.
template <class R>
void restore_table(const FeatureNumbers& from, const FeatureNumbers& common, const std::vector<double>& moments, double rounds,
                   FeatureTable<R>& table) {
  const double* numbers = from.numbers.data();
  for (const Index index : from.features) {
    require_of(index, std::all_of(numbers, numbers + from.width, [](double x) { return std::isfinite(x); }),
               "a number is not finite");
    auto& [weights, record] = table[index];
    for (std::size_t k = 0; k < R::count; ++k) weights.set(k, *numbers++);
    record = {.count = numbers[0],
              .sum = numbers[1],
              .squares = numbers[2],
              .unit = numbers[3] > 0 ? 1 / numbers[3] : 0,
              .largest = numbers[3],
              .low = numbers[4],
              .high = numbers[5],
              .factor = numbers[6],
              .gradient = numbers[7],
              .seen = numbers[8],
              .index = index};
    numbers += 9;
    const bool bias = index == 0 && record.largest == 0;
    const double gradient = record.gradient;
    if (bias) record.gradient = 0;  // it has nothing else
    require_of(index, record.agrees(rounds) && gradient >= 0, "its record contradicts itself");
    record.gradient = gradient;
  }
  for (std::size_t i = 0; i < common.features.size(); ++i) {
    const Index index = common.features[i];
    const double* const at = common.numbers.data() + i * numbers_per_common;
    const auto* known = table.find(index);
    require_of(index, index != 0 && known != nullptr && known->record.largest != 0 && known->record.factor == 0,
               "cannot be common");
    require_of(index,
               std::abs(at[0]) <= 2 && at[1] > 0 && at[1] <= 1.1e6 && std::isfinite(at[2]) && at[3] >= 0 && std::isfinite(at[3]),
               "its mean, scale or worth is out of range");
    table.add_common(index, at[0], at[1], at[2], at[3]);
  }
  const std::size_t slots = std::min(table.common().size(), DenseMoments::most);
  if (slots == 0 ? !moments.empty() : !table.dense().restore(slots, moments))
    throw std::invalid_argument("the mixture's moments of common features contradict each other");
  for (Places::Place place = 0; place < table.size(); ++place) {
    const FeatureRecord& record = table.at(place).record;
    require_of(record.index, record.index == 0 || record.largest == 0 || record.factor != 0, "it is neither rare nor common");
  }
}

}  // namespace tacit
