// Examples in memory, row after row in shared arrays. Also the block in which a stream is read: clearing keeps the memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tacit/core/row.hpp"

namespace tacit {

class Dataset {
 public:
  std::size_t size() const { return labels_.size(); }
  bool empty() const { return labels_.empty(); }
  std::size_t nonzeros() const { return indices_.size(); }

  Example operator[](std::size_t i) const { return {row(i), labels_[i], weights_[i]}; }
  Row row(std::size_t i) const {
    const std::size_t from = begins_[i];
    const std::size_t count = begins_[i + 1] - from;
    return {std::span(indices_).subspan(from, count), std::span(values_).subspan(from, count)};
  }
  double label(std::size_t i) const { return labels_[i]; }
  void relabel(std::size_t i, double label) { labels_[i] = label; }

  // The line of its file that row i came from; 0 if from none.
  std::uint64_t line(std::size_t i) const { return lines_[i]; }

  // A row is begun, its features follow in increasing order of index.
  void begin_row(double label, double weight = 1, std::uint64_t line = 0) {
    labels_.push_back(label);
    weights_.push_back(weight);
    lines_.push_back(line);
    begins_.push_back(indices_.size());
  }
  void push(Index index, double value) {
    indices_.push_back(index);
    values_.push_back(value);
    ++begins_.back();
  }
  void drop_last_row() {
    labels_.pop_back();
    weights_.pop_back();
    lines_.pop_back();
    begins_.pop_back();
    indices_.resize(begins_.back());
    values_.resize(begins_.back());
  }

  void clear() {
    labels_.clear();
    weights_.clear();
    lines_.clear();
    begins_.assign(1, 0);
    indices_.clear();
    values_.clear();
  }

 private:
  std::vector<double> labels_;
  std::vector<double> weights_;
  std::vector<std::uint64_t> lines_;
  std::vector<std::size_t> begins_{0};
  std::vector<Index> indices_;
  std::vector<double> values_;
};

}  // namespace tacit
