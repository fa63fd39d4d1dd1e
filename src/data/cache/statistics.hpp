// Gathers, row by row, what a cache's footer says about its rows. Memory grows with the features, not with the rows.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "tacit/core/precise_sum.hpp"
#include "tacit/core/weight_vector.hpp"
#include "tacit/data/cache.hpp"

namespace tacit::cache {

class StatisticsGatherer {
 public:
  void add(const Example& example) {
    const auto& [row, label, weight] = example;
    if (++statistics_.rows == 1) statistics_.label_minimum = statistics_.label_maximum = label;
    statistics_.label_minimum = std::min(statistics_.label_minimum, label);
    statistics_.label_maximum = std::max(statistics_.label_maximum, label);
    labels_.add(label * shrink);
    weights_.add(weight * shrink);
    count_label(label);
    if (row.size == 0) return;
    statistics_.nonzeros += row.size;
    statistics_.largest_index = std::max(statistics_.largest_index, row.index[row.size - 1]);
    maxima_.reach(row);
    double* maxima = maxima_.data();
    for (std::size_t k = 0; k < row.size; ++k) maxima[row.index[k]] = std::max(maxima[row.index[k]], std::abs(row.value[k]));
  }

  // Without maxima.
  CacheStatistics statistics() const {
    CacheStatistics result = statistics_;
    if (result.distinct_labels > CacheStatistics::most_labels) result.labels.clear();
    std::ranges::sort(result.labels, {}, &LabelCount::label);
    if (result.rows > 0) result.label_mean = labels_.value() / static_cast<double>(result.rows) / shrink;
    result.total_weight = weights_.value() / shrink;
    return result;
  }
  const WeightVector& maxima() const { return maxima_; }

 private:
  static constexpr double shrink = 0x1p-64;  // sums of so much smaller numbers cannot overflow; below 1e-289 digits are lost

  void count_label(double label) {
    if (statistics_.distinct_labels > CacheStatistics::most_labels) return;
    const auto found = std::ranges::find(statistics_.labels, label, &LabelCount::label);
    if (found != statistics_.labels.end()) {
      ++found->rows;
    } else if (++statistics_.distinct_labels <= CacheStatistics::most_labels) {
      statistics_.labels.push_back({label, 1});
    }
  }

  CacheStatistics statistics_;
  PreciseSum labels_;
  PreciseSum weights_;
  WeightVector maxima_;
};

}  // namespace tacit::cache
