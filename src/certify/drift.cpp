#include "tacit/certify/drift.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "tacit/core/elementary.hpp"
#include "tacit/core/require.hpp"
#include "tacit/eval/saved_numbers.hpp"

namespace tacit {

namespace {

double bet(double p) {
  const double q = 1 - p;
  if (q < 1e-5) return 0.5 + q / 6;  // where the quotient would lose its digits
  const double logarithm_of_p = logarithm(p);
  return (q + p * logarithm_of_p) / (p * logarithm_of_p * logarithm_of_p);
}

constexpr double largest_sum =
    std::numeric_limits<double>::max() / DriftDetector::block_lengths.back();  // so that evidence is finite

std::string scale_group(std::string_view group, std::size_t scale) { return fmt::format("{}/scale{}", group, scale); }

// The words of a generator, by their lower and upper halves: a double would not hold them.
std::vector<Index> halves_of(const Random::State& words) {
  std::vector<Index> halves;
  for (const std::uint64_t word : words) {
    halves.push_back(static_cast<Index>(word));
    halves.push_back(static_cast<Index>(word >> 32U));
  }
  return halves;
}

// Readings all lie within the largest; twice that leaves room for what additions round up.
constexpr double largest_average = 2 * DriftDetector::largest_reading;
constexpr double largest_total = largest_average * DriftDetector::block_lengths.back();
constexpr Limits any_total{-largest_total, largest_total};
constexpr Limits any_evidence{0, std::numeric_limits<double>::max()};

const std::vector<double>& sound_averages(const std::vector<double>& averages) {
  if (averages.size() > DriftDetector::most_averages)
    throw std::invalid_argument(
        fmt::format("the state's 'averages' are {}; expected at most {}", averages.size(), DriftDetector::most_averages));
  const auto is_average = [](double average) { return magnitude(average) <= largest_average; };
  if (!std::ranges::all_of(averages, is_average) || !std::ranges::is_sorted(averages))
    throw std::invalid_argument("the state's 'averages' are not numbers in increasing order");
  return averages;
}

Random random_of(const std::vector<Index>& halves) {
  Random::State words{};
  if (halves.size() != 2 * words.size())
    throw std::invalid_argument(fmt::format("the state's 'lot' has {} numbers; expected {}", halves.size(), 2 * words.size()));
  for (std::size_t i = 0; i < words.size(); ++i) words[i] = halves[2 * i] | std::uint64_t{halves[2 * i + 1]} << 32U;
  if (std::ranges::all_of(words, [](std::uint64_t word) { return word == 0; }))
    throw std::invalid_argument("the state's 'lot' is 0, which draws nothing");
  return Random(words);
}

}  // namespace

DriftDetector::DriftDetector(std::size_t readings, double rounds_per_false_alarm)
    : level_(static_cast<double>(readings * block_lengths.size()) * rounds_per_false_alarm), lot_(1) {
  require_setting(rounds_per_false_alarm >= 1 && is_finite(rounds_per_false_alarm), "false-alarm-rounds", rounds_per_false_alarm,
                  "a number from 1 on");
  for (std::size_t reading = 0; reading < readings; ++reading) {
    for (const std::size_t length : block_lengths) scales_.push_back({.reading = reading, .length = length});
  }
}

bool DriftDetector::add(const double* readings) {
  ++rounds_;
  for (Scale& scale : scales_) {
    scale.total += readings[scale.reading];
    if (rounds_ % scale.length == 0) end_block(scale);
  }
  if (rounds_ % block_lengths.front() != 0) return false;
  evidence_ = 0;
  for (const Scale& scale : scales_) evidence_ = std::max(evidence_, static_cast<double>(scale.length) * scale.sum / level_);
  if (evidence_ < 1) return false;
  begin_anew();
  return true;
}

void DriftDetector::end_block(Scale& scale) {
  const double average = scale.total / static_cast<double>(scale.length);
  scale.total = 0;
  auto& averages = scale.averages;
  // Forgetting all at once keeps the p-values independent of those before, which forgetting the oldest would not.
  if (averages.size() == most_averages) averages.clear();
  const auto [first, last] = std::equal_range(averages.begin(), averages.end(), average);
  const auto larger = static_cast<double>(averages.end() - last);
  const auto ties = static_cast<double>(last - first + 1);
  const double p = (larger + ties * (1 - lot_.uniform())) / static_cast<double>(averages.size() + 1);
  scale.sum = std::min((1 + scale.sum) * bet(p), largest_sum);
  averages.insert(last, average);
}

void DriftDetector::save(LearnerState& state, std::string_view group) const {
  state.add_number(part_name(group, "rounds"), static_cast<double>(rounds_), any_count);
  state.add_number(part_name(group, "evidence"), evidence_, any_evidence);
  state.add(part_name(group, "lot"), halves_of(lot_.state()));
  for (std::size_t i = 0; i < scales_.size(); ++i) {
    const std::string scale = scale_group(group, i);
    state.add_number(part_name(scale, "total"), scales_[i].total, any_total);
    state.add_number(part_name(scale, "sum"), scales_[i].sum, Limits{0, largest_sum});
    state.add(part_name(scale, "averages"), scales_[i].averages);
  }
}

void DriftDetector::restore(const LearnerState& state, std::string_view group) {
  rounds_ = static_cast<std::size_t>(state.number(part_name(group, "rounds"), any_count));
  evidence_ = state.number(part_name(group, "evidence"), any_evidence);
  lot_ = random_of(state.indices(part_name(group, "lot")));
  for (std::size_t i = 0; i < scales_.size(); ++i) {
    const std::string scale = scale_group(group, i);
    scales_[i].total = state.number(part_name(scale, "total"), any_total);
    scales_[i].sum = state.number(part_name(scale, "sum"), Limits{0, largest_sum});
    scales_[i].averages = sound_averages(state.doubles(part_name(scale, "averages")));
  }
}

void DriftDetector::begin_anew() {
  rounds_ = 0;
  for (Scale& scale : scales_) {
    scale.total = 0;
    scale.sum = 0;
    scale.averages.clear();
  }
}

}  // namespace tacit
