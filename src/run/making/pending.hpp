// Rows that were predicted and whose labels nobody knows yet, in the order in which they came, with features, hints, interval
// and what the learner said as they were then.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "tacit/data/dataset.hpp"
#include "tacit/eval/interval.hpp"

namespace tacit {

class Pending {
 public:
  struct Origin {
    std::uint32_t entity = 0;
    std::int64_t instant = 0;
    Interval made{};  // of a run that makes intervals
  };

  std::size_t size() const { return origins_.size() - head_; }
  bool empty() const { return size() == 0; }

  // Takes row i, with its hints and what the learner said of it (AnyLearner::serve).
  void push(const Dataset& rows, std::size_t i, Origin origin, std::span<const double> said) {
    if (head_ > 64 && 2 * head_ > origins_.size()) move_up();
    rows_.append(rows, i);
    const auto hints = rows.hints(i);
    hints_per_row_ = hints.size();
    hints_.insert(hints_.end(), hints.begin(), hints.end());
    origins_.push_back(origin);
    said_.insert(said_.end(), said.begin(), said.end());
    ends_of_said_.push_back(said_.size());
  }
  // Of the k-th row that waits.
  const Origin& origin(std::size_t k) const { return origins_[head_ + k]; }
  double label(std::size_t k) const { return rows_.label(head_ + k); }
  Example example(std::size_t k) const { return rows_[head_ + k]; }
  std::span<const double> hints(std::size_t k) const { return {hints_.data() + (head_ + k) * hints_per_row_, hints_per_row_}; }

  // Stays until the next push.
  std::span<const double> said(std::size_t k) const {
    const std::size_t begin = head_ + k > 0 ? ends_of_said_[head_ + k - 1] : 0;
    return std::span(said_).subspan(begin, ends_of_said_[head_ + k] - begin);
  }

  // The hint of this number, counted from the first that waits, cannot be made.
  void forget_hint(std::size_t place) { hints_[head_ * hints_per_row_ + place] = std::numeric_limits<double>::quiet_NaN(); }

  // Puts the first row into `row`, which then holds nothing else.
  void take_first(Dataset& row) {
    row.clear();
    row.append(rows_, head_);
    if (hints_per_row_ > 0) std::ranges::copy(hints(0), row.make_hints(hints_per_row_).begin());
    ++head_;
  }

 private:
  void move_up() {
    Pending rest;
    Dataset row;
    while (!empty()) {
      const Origin origin = this->origin(0);
      const auto said = this->said(0);
      take_first(row);
      rest.push(row, 0, origin, said);
    }
    *this = std::move(rest);
  }

  Dataset rows_;
  std::vector<Origin> origins_;
  std::vector<double> hints_;
  std::vector<double> said_;               // one row's behind the other's
  std::vector<std::size_t> ends_of_said_;  // of each row
  std::size_t hints_per_row_ = 0;
  std::size_t head_ = 0;  // rows before it are gone
};

}  // namespace tacit
