// The record that a mixture keeps of each feature, and what a value beyond all before it does to the feature's weight.
//
// A feature of value z is taken as t = z / s, s its largest magnitude so far. When a larger value comes, s grows and the weight
// with it, so that predictions for the old values stay, but at most by half: a feature far beyond its range so far cannot throw a
// prediction far beyond it.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace tacit {

// R are the experts' weights.
template <class R>
struct FeatureRecord {
  // Fields of a feature's record, which is a number of lanes so that a WeightVectorOf can hold it.
  enum Field : std::size_t { count, sum, squares, unit, high, depth, metric, largest };
  using Record = typename R::template Resized<8>;

  static constexpr double smallest = 1e-300;  // whose reciprocal is a number
  static constexpr double reach = 1.5;        // how far beyond its range a feature counts
  static constexpr double most_factor = 0x1p256;
  static constexpr double least_spread = 1e-12;
  static constexpr double tolerance = 1e-6;  // for sums as they are rounded

  // Returns whether a run of n examples can have left such a record (all 0, or that of a feature with |t| <= 1); can_be_common()
  // returns the same for a common feature.
  static bool agrees(const Record& record, double n) {
    const double bound = record[count] * (1 + tolerance);
    const bool seen = record[largest] != 0;
    return record[count] >= 0 && record[count] <= n && record[count] == std::floor(record[count]) &&
           (record[count] > 0) == seen && record[unit] == (seen ? 1 / record[largest] : 0) &&
           (record[largest] >= smallest || !seen) && std::abs(record[sum]) <= bound && record[squares] >= 0 &&
           record[squares] <= bound && (record[squares] > 0) == seen && record[high] >= -record[depth] &&
           std::abs(record[high]) <= 1 + tolerance && std::abs(record[depth]) <= 1 + tolerance && record[metric] >= 0;
  }
  static bool can_be_common(double mean, double metric) {
    return std::abs(mean) <= 1 + tolerance && metric >= 0 && metric <= (1 + tolerance) / least_spread;
  }

  // The record of a common feature has its place among them in the field of the metric.
  static double place(std::size_t in_common) { return -1.0 - static_cast<double>(in_common); }
  static std::size_t common_place(const Record& record) { return static_cast<std::size_t>(-1.0 - record[metric]); }

  static double first_scale(double value) { return std::max(std::abs(value), smallest); }

  // What a value beyond the range does to the weight: in units of the old s, `kept()` of it is left; then s grows.
  struct Stretch {
    bool widens = false;
    double t = 0;                                  // in units of the new s
    double mean = 0;                               // in units of the old s
    double scaled = 1, centred = 1;                // what is kept
    double scaled_factor = 1, centred_factor = 1;  // times new s / old s

    R kept() const { return R::halves(scaled, centred); }
    R factor() const { return R::halves(scaled_factor, centred_factor); }
  };

  // The mean is that of a common feature; other features have none.
  static Stretch stretch_of(double value, const Record& record, const double* common_mean) {
    Stretch stretch;
    const double size = std::abs(value);
    const double before = record[largest];
    const double now = std::max(size, before);
    const double inside = before / now;  // old s / new s
    stretch.t = size > before ? std::copysign(1.0, value) : value * record[unit];
    if (size <= before && stretch.t <= record[high] && -stretch.t <= record[depth]) return stretch;
    stretch.widens = true;
    // At most `reach` times the old range, in units of either s.
    const double widest = reach * inside;
    stretch.scaled = size > before ? std::min(1.0, widest) : 1.0;
    stretch.scaled_factor = size > before ? (widest < 1 ? reach : now / before) : 1.0;
    stretch.centred = stretch.scaled;
    stretch.centred_factor = stretch.scaled_factor;
    if (common_mean != nullptr) {
      stretch.mean = *common_mean;
      const double range = std::max(record[high] - *common_mean, record[depth] + *common_mean);
      const double away = std::abs(stretch.t - *common_mean * inside);  // in units of the new s
      stretch.centred = range > 0 ? std::min(1.0, reach * range * inside / away) : 1.0;
      stretch.centred_factor = stretch.centred < 1 ? reach * range / away : std::min(now / before, most_factor);
    }
    return stretch;
  }
};

}  // namespace tacit
