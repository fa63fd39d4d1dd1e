// MissingValues puts in what a missing number is taken for: the mean of the feature over the rows before, and a feature of value
// 1 that says that the number was missing.
//
// The mean is that of the rows that have the number, each once, whatever its importance weight; an absent feature is a 0. Before
// the first value there is none, and the feature stays absent. It is sum / (rows - rows without the number), so a row costs one
// addition per number that is not 0. Features are followed from where they are known to be numbers, or missing.
//
// With a scale, rows come scaled, and a feature whose largest value grows by a factor has its sum divided by that: the mean is
// the one of the rows as they would be scaled now.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tacit/core/message.hpp"
#include "tacit/data/dataset.hpp"
#include "tacit/data/feature_places.hpp"
#include "tacit/data/missing.hpp"
#include "tacit/data/scaling.hpp"

namespace tacit {

class MissingValues {
 public:
  struct Feature {
    Index index;
    double sum;
    std::uint64_t missing;   // rows without the number
    bool is_number = false;  // for sure: a cell that is empty lacks one

    bool operator==(const Feature&) const = default;
  };

  MissingValues() = default;
  MissingValues(std::uint64_t rows, std::span<const Feature> features);

  std::uint64_t rows() const { return rows_; }
  // All that are followed, in increasing order of index.
  std::vector<Feature> features() const;

  // What stands in for a missing number; 0 where nothing is known.
  double mean(Index index) const;

  void follow(Index index) { features_[place(index)].is_number = true; }
  bool is_number(Index index) const {
    const auto found = places_.find(index);
    return found && features_[*found].is_number;
  }
  // Whether this value of the feature stands for a number that is not there: an empty cell does where the feature is a number.
  bool lacks(Index index, double value) const { return is_sure_mark(value) || (is_mark(value) && is_number(index)); }
  void follow(Row row);
  void grow(Index index, double factor);
  void observe(Row row);
  // Appends row i, with its line, id and mark, and nothing missing.
  void fill(const Dataset& from, std::size_t i, Dataset& into) const;
  void fill(Dataset& rows) const;

  // A model holds no larger sum of a feature.
  static constexpr double largest_sum = 1e300;
  // The feature whose sum has grown beyond that first; 0 if none has.
  Index beyond() const { return beyond_; }
  double sum(Index index) const { return features_[*places_.find(index)].sum; }

  // Takes rows from..to-1 as a run learns from them, one after the other. Appends them filled, if there is a place for them.
  // Returns the first row whose values took a sum beyond the largest; `to` if none did.
  std::size_t walk(const Dataset& rows, std::span<const Growth> growths, std::size_t from, std::size_t to, Dataset* into);

 private:
  std::size_t place(Index index);

  std::uint64_t rows_ = 0;
  Index beyond_ = 0;
  FeaturePlaces places_;
  std::vector<Feature> features_;  // by place
};

// The rows without marks: their features are absent.
void drop_marks(Dataset& rows);
// The example without the features that say what was missing: they come last, unless the data have indices as large.
inline Example without_indicators(Example example) {
  Row& row = example.features;
  while (row.size > 0 && row.index[row.size - 1] >= first_indicator) --row.size;
  return example;
}
// Says why a learner whose features are counted beforehand cannot have a mean put in.
Message no_room_for_indicator();
// Whether row i lacks a number for sure.
bool lacks_number(const Dataset& rows, std::size_t i);

}  // namespace tacit
