// Rows for linear algebra: the features that occur are numbered anew from 0, in the same order; what is 0 is left out, and so are
// rows whose weight is. Rows that are equal but for their weights become one, if the sum of the weights is a double.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "certify/vector.hpp"
#include "tacit/data/dataset.hpp"
#include "tacit/learners/state.hpp"

namespace tacit::comparing {

struct CompactRows {
  CompactRows() = default;  // none
  explicit CompactRows(const Dataset& rows);

  std::size_t size() const { return label.size(); }
  std::size_t columns() const { return feature.size(); }
  std::size_t nonzeros() const { return value.size(); }

  double dot(std::size_t i, const Vector& x) const {
    double sum = 0;
    for (std::size_t k = ends[i]; k < ends[i + 1]; ++k) sum += value[k] * x[column[k]];
    return sum;
  }
  // sum += factor * row i.
  void add(std::size_t i, double factor, Vector& sum) const {
    for (std::size_t k = ends[i]; k < ends[i + 1]; ++k) sum[column[k]] += factor * value[k];
  }

  // Returns x by the features of the data.
  SparseWeights spread(const Vector& x) const;

  std::vector<Index> feature;  // of each column
  std::vector<std::size_t> ends{0};
  std::vector<std::uint32_t> column;
  Vector value;
  Vector label;
  Vector weight;
};

}  // namespace tacit::comparing
