// An order of examples that depends on what they are, not on where they stand: that of a hash of features and label, which is as
// good as a shuffle. Examples that are the same become one whose weight is the sum of theirs; those of weight 0 are left out. So
// a model learned in this order is the same however the examples were ordered, and a weight of 2 is the same as saying it twice.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "row_source.hpp"

namespace tacit::python {

struct ContentOrder {
  std::vector<std::size_t> rows;
  std::vector<double> weights;  // of each of them
};

// Without weights all are 1.
ContentOrder content_order(const RowSource& source, std::span<const double> labels,
                           std::optional<std::span<const double>> weights, std::uint64_t seed);

}  // namespace tacit::python
