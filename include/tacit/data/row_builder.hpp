// A RowBuilder makes a row of features in any order: it sorts them, sums those of one index and leaves out zeros. Where
// one of an index is a mark of a missing number, the sum is missing. Crosses by name come behind them.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "tacit/data/cross_maker.hpp"
#include "tacit/data/dataset.hpp"

namespace tacit {

class RowBuilder {
 public:
  // Says why a row cannot be finished.
  static constexpr std::string_view no_sum =
      "the features that share an index add up to infinity; expected a sum that a double can hold";

  // Rows have the crosses by name, if there are any; they outlive this.
  void cross_with(const Crosses* crosses) { crosses_ = crosses; }

  void clear() { features_.clear(); }
  void add(Index index, double value, Crosses::Parts parts = 0) {
    features_.push_back({index, static_cast<std::uint32_t>(features_.size()), value, parts});
  }

  // Appends the row. If a sum is not finite, or the row cannot have its crosses, it appends nothing, returns false, and fault()
  // says why.
  bool finish(double label, double weight, std::uint64_t line, bool bias, Dataset& rows);
  const Message& fault() const { return fault_; }

 private:
  struct Feature {
    Index index;
    std::uint32_t order;  // in the input: sums add in that order
    double value;
    Crosses::Parts parts;
  };

  std::vector<Feature> features_;
  const Crosses* crosses_ = nullptr;
  CrossMaker maker_;
  Message fault_;
};

}  // namespace tacit
