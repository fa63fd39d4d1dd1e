// A Dataset holds examples in memory, row after row in shared arrays. Streams are read in blocks that are Datasets too: clear()
// keeps the memory.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "tacit/core/row.hpp"
#include "tacit/core/uninitialised.hpp"
#include "tacit/data/row_ids.hpp"
#include "tacit/data/row_mark.hpp"

namespace tacit {

class Dataset {
 public:
  Dataset() = default;
  Dataset(const Dataset&) = default;
  Dataset(Dataset&&) = default;
  Dataset& operator=(const Dataset&) = default;
  Dataset& operator=(Dataset&&) = default;
  ~Dataset();  // is compiled in the library: unoptimised code of a caller would visit every number to destroy it

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  // The number of features, biases included.
  std::size_t nonzeros() const { return ends_[size_]; }

  Example operator[](std::size_t i) const { return {row(i), labels_[i], weights_[i]}; }
  Row row(std::size_t i) const {
    const std::size_t from = ends_[i];
    const std::size_t count = ends_[i + 1] - from;
    return {{indices_.data() + from, count}, {values_.data() + from, count}};
  }
  double label(std::size_t i) const { return labels_[i]; }
  double weight(std::size_t i) const { return weights_[i]; }
  void relabel(std::size_t i, double label) { labels_[i] = label; }
  // Puts another importance weight in place of that of row i. given_weight() still tells the one that came with the row.
  void reweight(std::size_t i, double weight) {
    for (std::size_t k = given_weights_.size(); k <= i; ++k) given_weights_.push_back(weights_[k]);
    weights_[i] = weight;
  }
  double given_weight(std::size_t i) const { return i < given_weights_.size() ? given_weights_[i] : weights_[i]; }
  // The values of row i, for scaling in place.
  std::span<double> values(std::size_t i) { return {values_.data() + ends_[i], ends_[i + 1] - ends_[i]}; }

  // The line of the file that row i came from; 0 if it came from none.
  std::uint64_t line(std::size_t i) const { return lines_[i]; }

  // The id of row i, which comes back with its prediction; empty if it has none.
  std::string_view id(std::size_t i) const { return ids_[i]; }
  // Gives the last row its id; once.
  void identify_last(std::string_view id) { ids_.give(size_ - 1, id); }

  // When row i was and whose it is, where the data say so.
  RowMark mark(std::size_t i) const { return i < marks_.size() ? marks_[i] : RowMark(); }
  // Marks the last row.
  void mark_last(const RowMark& mark) {
    marks_.resize(size_);
    marks_.back() = mark;
  }

  // What guesses without weights would predict for row i, as many per row or none: last label, label one season ago, best
  // constants so far. A run gives them to its learner; a NaN is a guess that cannot be made yet.
  std::span<const double> hints(std::size_t i) const { return {hints_.data() + i * hints_per_row_, hints_per_row_}; }
  // Makes room for so many per row and returns it, row behind row; the rows have to be there already.
  std::span<double> make_hints(std::size_t per_row) {
    hints_per_row_ = per_row;
    hints_.resize(std::max(hints_.size(), per_row * size_));
    return {hints_.data(), per_row * size_};
  }

  // Whether values may be marks of missing numbers (missing.hpp), and whether the rows are those of a format that can lack
  // numbers.
  bool has_missing() const { return has_missing_; }
  bool may_miss_numbers() const { return may_miss_; }
  void note_missing() { has_missing_ = may_miss_ = true; }
  void note_may_miss() { may_miss_ = true; }
  // The features that are numbers of such a format, each with the row that said so first, in the order of rows.
  struct Number {
    std::uint64_t row;
    Index index;

    bool operator==(const Number&) const = default;
  };
  const std::vector<Number>& numbers() const { return numbers_; }
  void note_number(Number number) { numbers_.push_back(number); }

  // One way to fill: a row is begun, then its features are pushed in increasing order of index.
  void begin_row(double label, double weight = 1, std::uint64_t line = 0) { append_row(0, label, weight, line); }
  void push(Index index, double value) {
    const Room here = room(1);
    *here.index = index;
    *here.value = value;
    ++ends_[size_];
  }

  // The other way to fill: features are written into room for so many, then append_row makes a row of the first `count` of them.
  struct Room {
    Index* index;
    double* value;
  };
  Room room(std::size_t features) {
    const std::size_t used = nonzeros();
    if (indices_.size() - used < features) {
      const std::size_t size = std::max(2 * indices_.size(), used + features);
      indices_.resize(size);
      values_.resize(size);
    }
    return {indices_.data() + used, values_.data() + used};
  }
  void append_row(std::size_t count, double label, double weight = 1, std::uint64_t line = 0) {
    const std::size_t end = nonzeros() + count;
    const Rows row = append_rows(1);
    *row.label = label;
    *row.weight = weight;
    *row.line = line;
    *row.end = end;
  }
  // Appends many rows at once, over features written into room. The caller fills them in: `end` is where a row's features end,
  // counted from the first feature held.
  struct Rows {
    double* label;
    double* weight;
    std::uint64_t* line;
    std::size_t* end;
  };
  Rows append_rows(std::size_t count) {
    const std::size_t before = size_;
    if (labels_.size() - size_ < count) {
      const std::size_t size = std::max(2 * labels_.size(), size_ + count);
      labels_.resize(size);
      weights_.resize(size);
      lines_.resize(size);
      ends_.resize(size + 1);
    }
    size_ += count;
    return {labels_.data() + before, weights_.data() + before, lines_.data() + before, ends_.data() + before + 1};
  }
  void append(const Example& example, std::uint64_t line = 0) {
    const Room here = room(example.features.size);
    std::copy_n(example.features.index, example.features.size, here.index);
    std::copy_n(example.features.value, example.features.size, here.value);
    append_row(example.features.size, example.label, example.weight, line);
  }
  // Appends row i of another data set, with its line, its id and its mark.
  void append(const Dataset& from, std::size_t i) {
    append(from[i], from.line(i));
    has_missing_ = has_missing_ || from.has_missing_;
    may_miss_ = may_miss_ || from.may_miss_;
    describe_last(from, i);
  }
  // Gives the last row the mark and the id of row i of another data set.
  void describe_last(const Dataset& from, std::size_t i) {
    if (i < from.marks_.size()) mark_last(from.marks_[i]);
    if (const std::string_view id = from.id(i); !id.empty()) identify_last(id);
  }

  void drop_last_row() { truncate(size_ - 1); }
  // Keeps the first `count` rows.
  void truncate(std::size_t count) {
    size_ = count;
    hints_per_row_ = 0;
    ids_.keep_first(count);
    if (marks_.size() > count) marks_.resize(count);
    if (given_weights_.size() > count) given_weights_.resize(count);
  }
  void clear() {
    truncate(0);
    has_missing_ = may_miss_ = false;
    numbers_.clear();
  }

  // Keeps the rows for which keep(i) holds.
  template <class Keep>
  void keep_if(Keep keep) {
    Dataset kept;
    auto number = numbers_.begin();
    for (std::size_t i = 0; i < size(); ++i) {
      for (; number != numbers_.end() && number->row <= i; ++number) kept.note_number({kept.size(), number->index});
      if (keep(i)) kept.append(*this, i);
    }
    *this = std::move(kept);
  }

 private:
  // The arrays are longer than what is used.
  std::size_t size_ = 0;
  UninitialisedVector<double> labels_;
  UninitialisedVector<double> weights_;
  UninitialisedVector<std::uint64_t> lines_;
  UninitialisedVector<std::size_t> ends_ = UninitialisedVector<std::size_t>(1, 0);  // of each row's features, behind a 0
  UninitialisedVector<Index> indices_;
  UninitialisedVector<double> values_;
  RowIds ids_;
  std::vector<double> given_weights_;  // up to the last row that was reweighted
  std::vector<RowMark> marks_;         // up to the last row that has one
  UninitialisedVector<double> hints_;
  std::size_t hints_per_row_ = 0;
  bool has_missing_ = false;
  bool may_miss_ = false;
  std::vector<Number> numbers_;
};

}  // namespace tacit
