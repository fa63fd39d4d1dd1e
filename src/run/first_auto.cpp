#include "run/first_auto.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <stdexcept>

#include "tacit/core/lanes.hpp"
#include "tacit/core/number.hpp"
#include "tacit/learners/kinds.hpp"

namespace tacit {

namespace {

constexpr std::size_t experts = 16;
constexpr std::size_t outputs = 4;             // of the last stage: what lasts and what is recent, as it is and made more certain
constexpr std::size_t numbers_per_feature = 24;  // weights of the experts, then a record of eight
constexpr std::size_t at_largest = 23;
constexpr double smallest = 1e-300;  // that a feature's largest magnitude was said to be
constexpr std::string_view table_name = "mixture/table";
constexpr std::string_view rounds_name = "mixture/numbers/mixture.rounds";

// Experts that are averages, and of whose weights.
struct Average {
  std::size_t expert;
  std::size_t source;
};
constexpr std::array<Average, 5> averages{{{6, 1}, {7, 2}, {13, 8}, {14, 9}, {15, 10}}};

using Experts = LanesOf<16, experts>;
using Outputs = LanesOf<16, outputs>;

std::string number_name(std::string_view name) { return fmt::format("mixture/numbers/{}", name); }

template <class Lanes>
Lanes lanes_of(const LearnerState& state, std::string_view name) {
  Lanes lanes = 0.0;
  for (std::size_t k = 0; k < Lanes::count; ++k) lanes.set(k, state.number(number_name(fmt::format("{}.{}", name, k)), Limits{}));
  return lanes;
}

// The weights of one of its mixers.
template <class Lanes>
Lanes mixer_weights(const LearnerState& state, std::string_view mixer) {
  const Lanes regret = lanes_of<Lanes>(state, fmt::format("{}.regret", mixer));
  const Lanes worth = regret / (1.0 + lanes_of<Lanes>(state, fmt::format("{}.squares", mixer)));
  const double sum = total(worth);
  return sum >= std::numeric_limits<double>::min() ? worth / sum : Lanes(1 / static_cast<double>(Lanes::count));
}

}  // namespace

LearnerState first_auto_state(const Configuration& configuration) {
  LearnerState state;
  const auto add = [&](std::string_view name) { state.add(number_name(name), 0.0); };
  const auto add_lanes = [&](std::string_view name, std::size_t count) {
    for (std::size_t k = 0; k < count; ++k) add(fmt::format("{}.{}", name, k));
  };
  for (const char* name : {"rounds", "placed", "norm_scaled", "norm_centred", "collapsed_loss", "total_weight"})
    add(fmt::format("mixture.{}", name));
  add_lanes("mixture.expert_losses", experts);
  if (!is_two_class(configuration)) {
    for (const char* name : {"scale", "mean", "distance", "low", "high"}) add(fmt::format("labels.{}", name));
  }
  add_lanes("experts.progress", experts);
  for (const auto& [mixer, count] : {std::pair("lasting", experts), std::pair("recent", experts), std::pair("last", outputs)}) {
    add_lanes(fmt::format("{}.regret", mixer), count);
    add_lanes(fmt::format("{}.squares", mixer), count);
    add(fmt::format("{}.largest", mixer));
    add(fmt::format("{}.first", mixer));
  }
  state.add("mixture/common", FeatureNumbers{.width = 2, .sorted = false, .features = {}, .numbers = {}});
  state.add(std::string(table_name), FeatureNumbers{.width = numbers_per_feature, .sorted = true, .features = {}, .numbers = {}});
  return state;
}

bool is_first_auto(const LearnerState& state) { return state.find(table_name) != nullptr; }

SparseWeights first_auto_weights(const LearnerState& state) {
  const Outputs last = mixer_weights<Outputs>(state, "last");
  const Experts shares = (last[0] + last[1]) * mixer_weights<Experts>(state, "lasting") +
                         (last[2] + last[3]) * mixer_weights<Experts>(state, "recent");
  const double rounds = state.number(rounds_name, any_count);
  const double part = rounds > 0 ? 1 / (rounds * rounds) : 0.0;
  const FeatureNumbers& table = state.by_feature(table_name, numbers_per_feature);
  if (!std::ranges::is_sorted(table.features, std::less_equal<>()))
    throw std::invalid_argument("the features of the mixture's table are out of order");
  SparseWeights weights;
  for (std::size_t i = 0; i < table.features.size(); ++i) {
    const double* const numbers = table.numbers.data() + i * numbers_per_feature;
    Experts w = 0.0;
    for (std::size_t k = 0; k < experts; ++k) w.set(k, numbers[k]);
    // After n rounds the lane of an average held n^2 x less n^2 times the average.
    for (const auto& [expert, source] : averages) w.set(expert, w[source] - part * w[expert]);
    const Index index = table.features[i];
    const double largest = numbers[at_largest];
    constexpr double most = std::numeric_limits<double>::max();
    const double weight = std::clamp(total(shares * w) / (index == 0 || largest == 0 ? 1.0 : largest), -most, most);
    if (!std::isfinite(weight) || (largest != 0 && !(largest >= smallest)))
      throw std::invalid_argument(fmt::format("feature {} of the mixture: its record contradicts itself", index));
    if (weight != 0) weights.emplace_back(index, weight);
  }
  return weights;
}

}  // namespace tacit
