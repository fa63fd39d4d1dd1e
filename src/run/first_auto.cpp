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

constexpr std::size_t first_experts = 16;
constexpr std::size_t last_outputs = 4;  // of the last stage: what lasts and what is recent, as it is and made more certain
constexpr std::size_t first_width = 24;  // weights of the experts, then a record of eight
constexpr std::size_t at_first_largest = 23;
constexpr double least_largest = 1e-300;  // that a feature's largest magnitude was said to be
constexpr std::string_view first_table_name = "mixture/table";
constexpr std::string_view first_rounds_name = "mixture/numbers/mixture.rounds";

// Experts that are averages, and of whose weights.
struct FirstAverage {
  std::size_t expert;
  std::size_t source;
};
constexpr std::array<FirstAverage, 5> first_averages{{{6, 1}, {7, 2}, {13, 8}, {14, 9}, {15, 10}}};

using FirstExperts = LanesOf<16, first_experts>;
using FirstOutputs = LanesOf<16, last_outputs>;

std::string first_number_name(std::string_view name) { return fmt::format("mixture/numbers/{}", name); }

template <class Lanes>
Lanes read_lanes(const LearnerState& state, std::string_view name) {
  Lanes lanes = 0.0;
  for (std::size_t k = 0; k < Lanes::count; ++k)
    lanes.set(k, state.number(first_number_name(fmt::format("{}.{}", name, k)), Limits{}));
  return lanes;
}

// The weights of one of its mixers.
template <class Lanes>
Lanes first_mixer_weights(const LearnerState& state, std::string_view mixer) {
  const Lanes regret = read_lanes<Lanes>(state, fmt::format("{}.regret", mixer));
  const Lanes worth = regret / (1.0 + read_lanes<Lanes>(state, fmt::format("{}.squares", mixer)));
  const double sum = total(worth);
  return sum >= std::numeric_limits<double>::min() ? worth / sum : Lanes(1 / static_cast<double>(Lanes::count));
}

}  // namespace

LearnerState first_auto_state(const Configuration& configuration) {
  LearnerState state;
  const auto add = [&](std::string_view name) { state.add(first_number_name(name), 0.0); };
  const auto add_lanes = [&](std::string_view name, std::size_t count) {
    for (std::size_t k = 0; k < count; ++k) add(fmt::format("{}.{}", name, k));
  };
  for (const char* name : {"rounds", "placed", "norm_scaled", "norm_centred", "collapsed_loss", "total_weight"})
    add(fmt::format("mixture.{}", name));
  add_lanes("mixture.expert_losses", first_experts);
  if (!is_two_class(configuration)) {
    for (const char* name : {"scale", "mean", "distance", "low", "high"}) add(fmt::format("labels.{}", name));
  }
  add_lanes("experts.progress", first_experts);
  for (const auto& [mixer, count] :
       {std::pair("lasting", first_experts), std::pair("recent", first_experts), std::pair("last", last_outputs)}) {
    add_lanes(fmt::format("{}.regret", mixer), count);
    add_lanes(fmt::format("{}.squares", mixer), count);
    add(fmt::format("{}.largest", mixer));
    add(fmt::format("{}.first", mixer));
  }
  state.add("mixture/common", FeatureNumbers{.width = 2, .sorted = false, .features = {}, .numbers = {}});
  state.add(std::string(first_table_name), FeatureNumbers{.width = first_width, .sorted = true, .features = {}, .numbers = {}});
  return state;
}

bool is_first_auto(const LearnerState& state) { return state.find(first_table_name) != nullptr; }

SparseWeights first_auto_weights(const LearnerState& state) {
  const FirstOutputs last = first_mixer_weights<FirstOutputs>(state, "last");
  const FirstExperts shares = (last[0] + last[1]) * first_mixer_weights<FirstExperts>(state, "lasting") +
                              (last[2] + last[3]) * first_mixer_weights<FirstExperts>(state, "recent");
  const double rounds = state.number(first_rounds_name, any_count);
  const double part = rounds > 0 ? 1 / (rounds * rounds) : 0.0;
  const FeatureNumbers& table = state.by_feature(first_table_name, first_width);
  if (!std::ranges::is_sorted(table.features, std::less_equal<>()))
    throw std::invalid_argument("the features of the mixture's table are out of order");
  SparseWeights weights;
  for (std::size_t i = 0; i < table.features.size(); ++i) {
    const double* const numbers = table.numbers.data() + i * first_width;
    FirstExperts w = 0.0;
    for (std::size_t k = 0; k < first_experts; ++k) w.set(k, numbers[k]);
    // After n rounds the lane of an average held n^2 x less n^2 times the average.
    for (const auto& [expert, source] : first_averages) w.set(expert, w[source] - part * w[expert]);
    const Index index = table.features[i];
    const double largest = numbers[at_first_largest];
    constexpr double most = std::numeric_limits<double>::max();
    const double weight = std::clamp(total(shares * w) / (index == 0 || largest == 0 ? 1.0 : largest), -most, most);
    if (!std::isfinite(weight) || (largest != 0 && !(largest >= least_largest)))
      throw std::invalid_argument(fmt::format("feature {} of the mixture: its record contradicts itself", index));
    if (weight != 0) weights.emplace_back(index, weight);
  }
  return weights;
}

}  // namespace tacit
