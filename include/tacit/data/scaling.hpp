// Scaling brings features of all sizes to at most 1: each is divided by its largest absolute value.
//
// `max-abs` divides by the maximum over all data, which takes a pass of its own. A model that learns on keeps its maxima, and
// features new to it are divided by theirs in the new data. `online` divides by the maximum so far, and
// weights stay as they are when it grows: a learner sees rows whose values are at most 1, and nothing else happens to it. (To
// multiply a weight by M/m when its maximum grows from m to M would keep old predictions. But a counter sets a new maximum in
// every round, and the factors multiply without end.) The bias is never scaled.
#pragma once

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "tacit/core/names.hpp"
#include "tacit/core/weight_vector.hpp"
#include "tacit/data/dataset.hpp"

namespace tacit {

enum class Scaling { none, max_abs, online };

// Their names, in that order.
inline constexpr std::string_view scalings[] = {"none", "max-abs", "online"};
// Throws std::invalid_argument for another name.
inline Scaling scaling_of(std::string_view name) {
  require_name("scale", scalings, name);
  return static_cast<Scaling>(std::ranges::find(scalings, name) - std::begin(scalings));
}

// From row `row` on, values of the feature come divided by `factor` more than before: sums of earlier ones are divided by it as
// well. A growth beyond the largest factor comes as several: M/m itself may be infinite.
struct Growth {
  static constexpr double largest_factor = 0x1p256;

  std::size_t row;
  Index index;
  double factor;
};

// From row `row` on, the feature is divided by `value`.
struct NewLargest {
  std::size_t row;
  Index index;
  double value;
};

class LargestValues {
 public:
  using Pairs = std::vector<std::pair<Index, double>>;

  LargestValues() = default;
  explicit LargestValues(const Pairs& pairs) {
    for (const auto& [index, value] : pairs) largest_.set(index, value);
  }

  void set(Index index, double value) { largest_.set(index, value); }
  void observe(Row row) {
    largest_.reach(row);
    double* largest = largest_.data();
    for (std::size_t i = 0; i < row.size; ++i) {
      if (row.index[i] != 0) largest[row.index[i]] = std::max(largest[row.index[i]], std::abs(row.value[i]));
    }
  }
  void observe(const Dataset& rows) {
    for (std::size_t i = 0; i < rows.size(); ++i) observe(rows.row(i));
  }

  // Takes over the largest values of features that have none so far; no known value changes. Returns those values.
  Pairs learn_new(const LargestValues& others) {
    Pairs taken = others.pairs();
    std::erase_if(taken, [&](const auto& pair) { return largest_[pair.first] != 0; });
    for (const auto& [index, value] : taken) largest_.set(index, value);
    return taken;
  }
  // The first feature of the row that has no largest value, though it is not 0.
  std::optional<Index> unknown_feature(Row row) const {
    for (std::size_t i = 0; i < row.size; ++i) {
      if (row.index[i] != 0 && std::abs(row.value[i]) > 0 && largest_[row.index[i]] == 0) return row.index[i];
    }
    return std::nullopt;
  }

  // A feature that was never observed stays as it is: a model that predicts has no weight for it.
  void divide(Dataset& rows, std::size_t i) const {
    const Row row = rows.row(i);
    const auto values = rows.values(i);
    for (std::size_t k = 0; k < row.size; ++k) {
      if (const double largest = largest_[row.index[k]]; largest > 0) values[k] /= largest;
    }
  }
  void divide(Dataset& rows) const {
    for (std::size_t i = 0; i < rows.size(); ++i) divide(rows, i);
  }

  // Observes and divides row after row, and notes every value that becomes the largest.
  void divide_online(Dataset& rows, std::vector<Growth>& growths, std::vector<NewLargest>& found) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const Row row = rows.row(i);
      for (std::size_t k = 0; k < row.size; ++k) {
        double before = largest_[row.index[k]];
        const double now = std::abs(row.value[k]);
        if (row.index[k] == 0 || !(now > before)) continue;  // a missing number is no maximum
        found.push_back({i, row.index[k], now});
        if (before == 0) continue;
        for (; now / before > Growth::largest_factor; before *= Growth::largest_factor)
          growths.push_back({i, row.index[k], Growth::largest_factor});
        growths.push_back({i, row.index[k], now / before});
      }
      observe(row);
      divide(rows, i);
    }
  }

  Pairs pairs() const {
    Pairs pairs;
    largest_.for_each_nonzero([&](Index i, double value) { pairs.emplace_back(i, value); });
    return pairs;
  }

 private:
  WeightVector largest_;
};

}  // namespace tacit
