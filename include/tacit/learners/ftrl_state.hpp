// What FTRL remembers: its examples and, for the last batch problem, x and the duals. Features are numbered by first appearance;
// an example's indices are such numbers.
#pragma once

#include <cstddef>
#include <vector>

#include "tacit/core/row.hpp"

namespace tacit {

struct FtrlState {
  std::vector<Index> features;       // by number: the feature's index in the stream
  std::vector<double> start;         // by number: its weight in x_1
  std::vector<double> x;             // by number: its weight now
  std::vector<std::size_t> ends{0};  // example i is [ends[i], ends[i + 1]) of the next two
  std::vector<Index> indices;        // increasing within an example
  std::vector<double> values;
  std::vector<double> labels;
  std::vector<double> weights;
  std::vector<double> squared_norms;
  std::vector<double> duals;   // s_i
  double start_objective = 0;  // F(x_1): what never moving would have paid
  double largest_gap = 0;      // over all rounds, as a share of F(x_1)

  std::size_t size() const { return labels.size(); }
  Row row(std::size_t i) const {
    const std::size_t count = ends[i + 1] - ends[i];
    return {{indices.data() + ends[i], count}, {values.data() + ends[i], count}};
  }
};

}  // namespace tacit
