// A RunningQuantile is the quantile of all numbers so far, in constant memory: a sorted list of at most 64 pieces, each a weight
// and the mean of the numbers in it, none of more than a 32nd of the whole weight unless its numbers are equal.
//
// It was chosen for three reasons. It is exact for any stream of at most 64 different numbers. It needs no pace, as rules that
// walk towards the quantile do, so that sorted and drifting streams are no harder for it. And a quantile that is off by a rank
// costs the pinball loss the square of that. New numbers wait; they are merged into the list when there are 32 of them, or when
// they have moved the quantile away from its value. Behind the first 4,096 numbers half are taken, for twice as much each, from
// the 8,192th on a quarter, and so on: those whose place times the golden ratio has a small fraction, which no season meets.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "tacit/learners/state.hpp"

namespace tacit {

class RunningQuantile {
 public:
  explicit RunningQuantile(double level = 0.5) : level_(level) {}

  bool empty() const { return waiting_count_ + pieces_count_ == 0; }
  double value() const { return value_; }
  double level() const { return level_; }

  // The weight is positive.
  void add(double number, double weight) {
    const auto halvings = static_cast<int>(std::bit_width(count_ / always_taken));
    const std::uint64_t fraction = count_++ * 0x9e3779b97f4a7c15U;
    if (halvings > 0 && fraction >> (64 - halvings) != 0) return;
    take(number, weight * static_cast<double>(std::uint64_t{1} << halvings));
  }

  void save(LearnerState& state, const std::string& group) const;
  // Throws std::invalid_argument for numbers that no run leaves behind.
  void restore(const LearnerState& state, const std::string& group);

 private:
  struct Piece {
    double value;
    double weight;
  };
  static constexpr std::uint64_t always_taken = 4096;
  static constexpr std::size_t most_pieces = 64;
  static constexpr std::size_t most_waiting = 32;

  void take(double number, double weight) {
    if (empty()) value_ = number;
    (number < value_ ? below_ : number > value_ ? above_ : equal_) += weight;
    if (waiting_count_ == waiting_.size()) make_room(waiting_, waiting_count_ + 1);
    waiting_[waiting_count_++] = {number, weight};
    const double total = below_ + equal_ + above_;
    if (waiting_count_ == most_waiting || below_ > level_ * total || above_ > (1 - level_) * total) gather();
  }
  // Twice as much room each time: there is one such quantile per group, and most groups may have few numbers.
  static void make_room(std::vector<Piece>& pieces, std::size_t count) {
    if (pieces.size() < count) pieces.resize(2 * count);
  }
  void gather();
  void shorten(double total);
  void find(double total);

  double level_;
  std::uint64_t count_ = 0;
  double value_ = 0;
  // Weights of the numbers below the value, equal to it and above it, as far as is known.
  double below_ = 0;
  double equal_ = 0;
  double above_ = 0;
  std::size_t pieces_count_ = 0;
  std::size_t waiting_count_ = 0;
  std::vector<Piece> pieces_;  // increasing; both have room for more than there are
  std::vector<Piece> waiting_;
};

}  // namespace tacit
