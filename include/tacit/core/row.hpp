// One example's features, seen through two arrays: indices in increasing order, and their values.
//
// Index 0 is the bias, a feature of its own whose value is 1; the features of a file are numbered from 1.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace tacit {

using Index = std::uint32_t;

struct Row {
  const Index* index = nullptr;
  const double* value = nullptr;
  std::size_t size = 0;

  Row() = default;
  Row(std::span<const Index> indices, std::span<const double> values)
      : index(indices.data()), value(values.data()), size(indices.size()) {}

  // One more than the largest index.
  std::size_t dimension() const { return size == 0 ? 0 : std::size_t{index[size - 1]} + 1; }
};

// A row for many learners at once; what is the same for all of them is computed only once.
struct MeasuredRow : Row {
  const std::size_t* place;  // where each feature's weights lie, in bytes from those of feature 0
  double squared_norm;
};

// An example: features, label, importance weight (a weight of 2 doubles the loss).
struct Example {
  Row features;
  double label = 0;
  double weight = 1;
};

}  // namespace tacit
