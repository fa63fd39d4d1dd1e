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
  std::size_t size() const { return rows_.size() - 1; }
  bool empty() const { return size() == 0; }
  // Features held, the biases included.
  std::size_t nonzeros() const { return rows_.back().end; }

  Example operator[](std::size_t i) const { return {row(i), rows_[i + 1].label, rows_[i + 1].weight}; }
  Row row(std::size_t i) const {
    const std::size_t from = rows_[i].end;
    const std::size_t count = rows_[i + 1].end - from;
    return {{indices_.data() + from, count}, {values_.data() + from, count}};
  }
  double label(std::size_t i) const { return rows_[i + 1].label; }
  double weight(std::size_t i) const { return rows_[i + 1].weight; }
  void relabel(std::size_t i, double label) { rows_[i + 1].label = label; }
  // The values of row i, to be scaled in place.
  std::span<double> values(std::size_t i) { return {values_.data() + rows_[i].end, rows_[i + 1].end - rows_[i].end}; }

  // The line of its file that row i came from; 0 if from none.
  std::uint64_t line(std::size_t i) const { return rows_[i + 1].line; }

  // A row is begun, its features follow in increasing order of index.
  void begin_row(double label, double weight = 1, std::uint64_t line = 0) { append_row(0, label, weight, line); }
  void push(Index index, double value) {
    const Room here = room(1);
    *here.index = index;
    *here.value = value;
    ++rows_.back().end;
  }

  // The other way to fill: features are written into room for so many, then a row is made of the first `count` of them.
  struct Room {
    Index* index;
    double* value;
  };
  Room room(std::size_t features) {
    const std::size_t used = rows_.back().end;
    if (indices_.size() - used < features) {
      const std::size_t size = std::max(2 * indices_.size(), used + features);
      indices_.resize(size);
      values_.resize(size);
    }
    return {indices_.data() + used, values_.data() + used};
  }
  void append_row(std::size_t count, double label, double weight = 1, std::uint64_t line = 0) {
    rows_.push_back({rows_.back().end + count, label, weight, line});
  }
  void append(const Example& example, std::uint64_t line = 0) {
    const Room here = room(example.features.size);
    std::copy_n(example.features.index, example.features.size, here.index);
    std::copy_n(example.features.value, example.features.size, here.value);
    append_row(example.features.size, example.label, example.weight, line);
  }

  void drop_last_row() { rows_.pop_back(); }
  // Keeps the first `count` rows.
  void truncate(std::size_t count) { rows_.resize(count + 1); }
  void clear() { truncate(0); }

  // Keeps the rows for which keep(i) holds.
  template <class Keep>
  void keep_if(Keep keep) {
    Dataset kept;
    for (std::size_t i = 0; i < size(); ++i) {
      if (keep(i)) kept.append((*this)[i], line(i));
    }
    *this = std::move(kept);
  }

 private:
  struct Info {
    std::size_t end = 0;  // of its features; they begin where those of the row before end
    double label = 0;
    double weight = 0;
    std::uint64_t line = 0;
  };

  std::vector<Info> rows_ = std::vector<Info>(1);  // before row 0 there is nothing, which ends at 0
  UninitialisedVector<Index> indices_;             // longer than what is used
  UninitialisedVector<double> values_;
};

}  // namespace tacit
