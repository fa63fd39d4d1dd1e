// A RowBuilder makes a row of features in any order: it sorts them, sums those of one index and leaves out zeros. Where
// one of an index is a mark of a missing number, the sum is missing.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "tacit/data/dataset.hpp"

namespace tacit {

class RowBuilder {
 public:
  // Says why a row cannot be finished.
  static constexpr std::string_view no_sum =
      "the features that share an index add up to infinity; expected a sum that a double can hold";

  void clear() { features_.clear(); }
  void add(Index index, double value) { features_.push_back({index, static_cast<std::uint32_t>(features_.size()), value}); }

  // Appends the row. If a sum is not finite, it appends nothing and returns false.
  bool finish(double label, double weight, std::uint64_t line, bool bias, Dataset& rows);

 private:
  struct Feature {
    Index index;
    std::uint32_t order;  // in the input: sums add in that order
    double value;
  };

  std::vector<Feature> features_;
};

}  // namespace tacit
