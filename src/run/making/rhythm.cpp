#include "run/making/rhythm.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include "tacit/data/made_features.hpp"

namespace tacit {

namespace {

constexpr std::int64_t hour = 3'600'000;
constexpr std::int64_t day = 24 * hour;

bool is_about(std::int64_t step, std::int64_t low, std::int64_t high) { return step >= low && step <= high; }

// Rows of a day, if a whole number of steps makes one, give or take a hundredth.
std::size_t rows_per_day(std::int64_t step) {
  const std::int64_t rows = (day + step / 2) / step;
  const std::int64_t off = rows * step - day;
  const bool whole = (off < 0 ? -off : off) <= day / 100;
  return whole && rows <= static_cast<std::int64_t>(longest_lag) ? static_cast<std::size_t>(rows) : 0;
}

}  // namespace

void Rhythm::tick(std::int64_t instant) {
  const std::int64_t step = instant - last_;
  const bool counts = begun_ && step > 0;
  last_ = instant;
  begun_ = true;
  if (!counts) return;
  const bool usual = steps_.size() == most_steps && std::ranges::count(steps_, step) == static_cast<std::ptrdiff_t>(most_steps);
  if (usual) return;
  if (steps_.size() == most_steps) steps_.erase(steps_.begin());
  steps_.push_back(step);
  measure();
}

void Rhythm::go_on(std::int64_t last, std::vector<std::int64_t> steps) {
  last_ = last;
  begun_ = true;
  steps_ = std::move(steps);
  measure();
}

void Rhythm::measure() {
  period_ = week_ = 0;
  if (steps_.size() < fewest_steps) return;
  std::array<std::int64_t, most_steps> sorted{};
  std::ranges::copy(steps_, sorted.begin());
  const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(steps_.size() / 2);
  std::nth_element(sorted.begin(), middle, sorted.begin() + static_cast<std::ptrdiff_t>(steps_.size()));
  period_ = period_of(*middle);
  constexpr std::size_t days = 7;
  if (*middle <= day / 2 && days * period_ + 2 <= longest_lag) week_ = days * period_;
}

std::size_t Rhythm::period_of(std::int64_t step) const {
  if (step <= day / 2) return rows_per_day(step);
  if (is_about(step, 23 * hour, 25 * hour)) {
    const std::int64_t all = std::accumulate(steps_.begin(), steps_.end(), std::int64_t{0});
    const auto mean = all / static_cast<std::int64_t>(steps_.size());
    return is_about(mean, 31 * hour, 36 * hour) ? 5 : 7;
  }
  if (is_about(step, 7 * day - hour, 7 * day + hour)) return 52;
  if (is_about(step, 28 * day - hour, 31 * day + hour)) return 12;
  if (is_about(step, 90 * day - hour, 92 * day + hour)) return 4;
  return 0;
}

namespace {

// The labels without the straight line that fits them best.
std::vector<double> without_line(std::span<const double> labels) {
  const auto count = static_cast<double>(labels.size());
  const double middle = (count - 1) / 2;
  double mean = 0;
  for (const double label : labels) mean += label / count;
  double slope = 0;
  double squares = 0;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const double x = static_cast<double>(i) - middle;
    slope += x * (labels[i] - mean);
    squares += x * x;
  }
  slope /= squares;
  std::vector<double> rest(labels.begin(), labels.end());
  for (std::size_t i = 0; i < rest.size(); ++i) rest[i] -= mean + slope * (static_cast<double>(i) - middle);
  return rest;
}

// Correlations at lags 0 to `longest`; none if there is nothing to correlate.
std::vector<double> autocorrelation(std::span<const double> labels, std::size_t longest) {
  const std::vector<double> rest = without_line(labels);
  std::vector<double> sums;
  for (std::size_t lag = 0; lag <= longest; ++lag) {
    double sum = 0;
    for (std::size_t i = lag; i < rest.size(); ++i) sum += rest[i] * rest[i - lag];
    sums.push_back(sum / static_cast<double>(rest.size() - lag));
  }
  const double whole = sums[0];
  if (!(whole > 0 && whole < 1e300)) return {};
  for (double& sum : sums) sum /= whole;
  return sums;
}

}  // namespace

std::size_t season_of(std::span<const double> labels, std::size_t known) {
  constexpr double high_enough = 0.2;
  constexpr double rise = 0.2;
  constexpr double as_good = 0.8;
  constexpr std::size_t shortest = 3;
  const std::size_t longest = labels.size() / 3;
  if (longest <= shortest) return 0;
  const std::vector<double> r = autocorrelation(labels, longest);
  if (r.empty()) return 0;
  std::vector<std::size_t> peaks;
  double highest = 0;
  double lowest = r[1];
  for (std::size_t lag = 2; lag < longest; ++lag) {
    const bool peak = r[lag] > r[lag - 1] && r[lag] >= r[lag + 1] && r[lag] >= high_enough && r[lag] - lowest >= rise;
    if (peak && lag >= shortest) {
      peaks.push_back(lag);
      highest = std::max(highest, r[lag]);
    }
    lowest = std::min(lowest, r[lag]);
  }
  if (peaks.empty()) return 0;
  if (known >= shortest && known < longest && r[known] >= as_good * highest) return known;
  return *std::ranges::find_if(peaks, [&](std::size_t lag) { return r[lag] >= as_good * highest; });
}

std::size_t longer_season_of(std::span<const double> labels, std::size_t season, std::size_t known) {
  constexpr double closer = 0.02;
  constexpr double as_good = 0.9;
  const std::size_t longest = labels.size() / 3;
  if (season == 0 || 2 * season > longest) return 0;
  const std::vector<double> r = autocorrelation(labels, longest);
  if (r.empty()) return 0;
  constexpr double high_enough = 0.2;
  if (known > season && known <= longest && known % season == 0 && r[known] >= high_enough) return known;
  double highest = 0;
  for (std::size_t lag = 2 * season; lag <= longest; lag += season) highest = std::max(highest, r[lag]);
  if (highest < r[season] + closer) return 0;
  const double gain = as_good * (highest - r[season]);
  std::size_t first = 2 * season;
  while (r[first] - r[season] < gain) first += season;
  return first;
}

}  // namespace tacit
