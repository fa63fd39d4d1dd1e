// What a mixture keeps of a feature beside its weights.
//
// A feature of value z is taken as t = z / s, s its largest magnitude so far. Sums, range and factor are those of t, so they
// shrink when s grows; weights do not change then. An expert's weights thus belong to numbers of the same size at all times, and
// a feature that grows for ever, such as a counter, costs what a constant one costs.
#pragma once

#include <algorithm>
#include <cmath>

#include "tacit/core/row.hpp"

namespace tacit {

struct FeatureRecord {
  double count = 0;     // of examples that have it
  double sum = 0;       // of t
  double squares = 0;   // of t
  double unit = 0;      // 1 / largest
  double largest = 0;   // s; 0 for a feature of which only a weight is known
  double low = 0;       // the range of t, 0 among it if the feature was ever absent
  double high = 0;      // likewise
  double factor = 0;    // of a rare feature, phi = factor t; of a common one, -1 - its place among them
  double gradient = 0;  // sum of (slope phi)^2
  double seen = 0;      // the last round that had it
  double renewal = 0;   // the count at which the factor of a rare feature is due again
  Index index = 0;

  static constexpr double smallest = 1e-300;  // whose reciprocal is a number
  static constexpr double tolerance = 1e-6;   // for sums as they are rounded
  static constexpr double most_gradient = 1e300;

  bool is_common() const { return factor < 0; }
  std::size_t common_place() const { return static_cast<std::size_t>(-1.0 - factor); }
  static double common_factor(std::size_t place) { return -1.0 - static_cast<double>(place); }

  // phi = t / sqrt(rms), the mean square being over all n examples: features count for more the rarer they are.
  double rare_factor(double n) const { return std::sqrt(std::sqrt(n / squares)); }

  // Sums stay numbers, as a model has no others, whatever the importance weights are.
  static double held(double squared_slope) { return std::min(most_gradient, squared_slope); }
  void add_gradient(double held_slope, double phi) { gradient = std::min(most_gradient, gradient + held_slope * phi * phi); }

  // Renews the factor in the n-th example; next after a 16th more of them.
  void renew(double n) {
    factor = rare_factor(n);
    renewal = next_renewal(count);
  }
  static double next_renewal(double count) { return count + std::max(1.0, std::floor(count * (1.0 / 16))); }

  // t, in units of the value itself if it is larger than all before.
  double scaled(double value) const { return std::abs(value) > largest ? std::copysign(1.0, value) : value * unit; }

  // Takes in the first value of a feature in the n-th example.
  void begin(double value, double n) {
    const double t = scaled(value);
    set_largest(value);
    const bool ever_absent = n > 1;
    low = ever_absent ? std::min(t, 0.0) : t;
    high = ever_absent ? std::max(t, 0.0) : t;
    factor = std::sqrt(std::sqrt(n));
  }
  // Takes in a value beyond the range; returns by what numbers in units of s have shrunk.
  double widen(double value) {
    const double t = scaled(value);
    double inside = 1;
    if (std::abs(value) > largest) {
      inside = largest / std::abs(value);
      sum *= inside;
      squares *= inside * inside;
      low *= inside;
      high *= inside;
      set_largest(value);
    }
    include(t);
    return inside;
  }
  void include(double t) {
    low = std::min(low, t);
    high = std::max(high, t);
  }
  void set_largest(double value) {
    largest = std::max(std::abs(value), smallest);
    unit = 1 / largest;
  }

  // Returns whether a run of n examples can have left such a record; the factor of a common feature is not looked at.
  bool agrees(double n) const {
    if (largest == 0)
      return count == 0 && sum == 0 && squares == 0 && unit == 0 && low == 0 && high == 0 && factor == 0 && gradient == 0 &&
             renewal == 0;
    const double bound = count * (1 + tolerance);
    return count >= 1 && count <= n && count == std::floor(count) && unit == 1 / largest && largest >= smallest &&
           std::abs(sum) <= bound && squares >= 1 - tolerance && squares <= bound && low <= high &&
           std::abs(low) <= 1 + tolerance && std::abs(high) <= 1 + tolerance && factor >= 0 &&
           factor * factor * factor * factor <= n * (1 + tolerance) && gradient >= 0 && renewal >= 0 && renewal <= 2 * count + 1;
  }
};

}  // namespace tacit
