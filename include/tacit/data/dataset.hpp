// Examples in memory, row after row in shared arrays. Also the block in which a stream is read: clearing keeps the memory.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tacit/core/row.hpp"
#include "tacit/core/uninitialised.hpp"

namespace tacit {

class Dataset {
 public:
  std::size_t size() const { return labels_.size(); }
  bool empty() const { return labels_.empty(); }
  // Features held, the biases included.
  std::size_t nonzeros() const { return begins_.back(); }

  Example operator[](std::size_t i) const { return {row(i), labels_[i], weights_[i]}; }
  Row row(std::size_t i) const {
    const std::size_t from = begins_[i];
    const std::size_t count = begins_[i + 1] - from;
    return {{indices_.data() + from, count}, {values_.data() + from, count}};
  }
  double label(std::size_t i) const { return labels_[i]; }
  void relabel(std::size_t i, double label) { labels_[i] = label; }
  // The values of row i, to be scaled in place.
  std::span<double> values(std::size_t i) { return {values_.data() + begins_[i], begins_[i + 1] - begins_[i]}; }

  // The line of its file that row i came from; 0 if from none.
  std::uint64_t line(std::size_t i) const { return lines_[i]; }

  // A row is begun, its features follow in increasing order of index.
  void begin_row(double label, double weight = 1, std::uint64_t line = 0) {
    labels_.push_back(label);
    weights_.push_back(weight);
    lines_.push_back(line);
    begins_.push_back(begins_.back());
  }
  void push(Index index, double value) {
    const Room here = room(1);
    *here.index = index;
    *here.value = value;
    ++begins_.back();
  }

  // The other way to fill: features are written into room for so many, then a row is made of the first `count` of them.
  struct Room {
    Index* index;
    double* value;
  };
  Room room(std::size_t features) {
    const std::size_t used = begins_.back();
    if (indices_.size() - used < features) {
      const std::size_t size = std::max(2 * indices_.size(), used + features);
      indices_.resize(size);
      values_.resize(size);
    }
    return {indices_.data() + used, values_.data() + used};
  }
  void append_row(std::size_t count, double label, double weight = 1, std::uint64_t line = 0) {
    begin_row(label, weight, line);
    begins_.back() += count;
  }
  // Many rows at once, over features written into room. The caller says what they are: `end` is where a row's features end,
  // counted from the first feature held.
  struct Rows {
    double* label;
    double* weight;
    std::uint64_t* line;
    std::size_t* end;
  };
  Rows append_rows(std::size_t count) {
    const std::size_t before = size();
    labels_.resize(before + count);
    weights_.resize(before + count);
    lines_.resize(before + count);
    begins_.resize(before + count + 1);
    return {labels_.data() + before, weights_.data() + before, lines_.data() + before, begins_.data() + before + 1};
  }
  void append(const Example& example, std::uint64_t line = 0) {
    const Room here = room(example.features.size);
    std::copy_n(example.features.index, example.features.size, here.index);
    std::copy_n(example.features.value, example.features.size, here.value);
    append_row(example.features.size, example.label, example.weight, line);
  }

  void drop_last_row() { truncate(size() - 1); }
  // Keeps the first `count` rows.
  void truncate(std::size_t count) {
    labels_.resize(count);
    weights_.resize(count);
    lines_.resize(count);
    begins_.resize(count + 1);
  }
  void clear() { truncate(0); }

 private:
  std::vector<double> labels_;
  std::vector<double> weights_;
  std::vector<std::uint64_t> lines_;
  std::vector<std::size_t> begins_{0};
  UninitialisedVector<Index> indices_;  // longer than what is used: begins_ says how much that is
  UninitialisedVector<double> values_;
};

}  // namespace tacit
