#include "tacit/certify/drift.hpp"

#include <algorithm>

#include "tacit/core/elementary.hpp"
#include "tacit/core/require.hpp"

namespace tacit {

namespace {

double bet(double p) {
  const double q = 1 - p;
  if (q < 1e-5) return 0.5 + q / 6;  // where the quotient would lose its digits
  const double logarithm_of_p = logarithm(p);
  return (q + p * logarithm_of_p) / (p * logarithm_of_p * logarithm_of_p);
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
  scale.sum = (1 + scale.sum) * bet(p);
  averages.insert(last, average);
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
