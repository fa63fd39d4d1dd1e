// What a run adds up from its intervals: how many labels they held, in all and in the worst stretch, how wide they were, and
// their score.
//
// The score (Winkler's) of an interval that shall hold a share `level` is its width plus 2/(1 - level) times the distance to a
// label outside: the mean is least if both ends are quantiles that leave out (1 - level)/2 each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "tacit/core/precise_sum.hpp"
#include "tacit/core/row.hpp"
#include "tacit/eval/interval.hpp"
#include "tacit/learners/state.hpp"

namespace tacit {

class IntervalTally {
 public:
  static constexpr std::uint64_t stretch = 1000;  // rounds

  void add(const Interval& made, double label, bool missed, double level) {
    const double residual = label - made.prediction;
    const double width = made.below + made.above;
    const double beyond = larger(0.0, residual - made.above) + larger(0.0, -residual - made.below);
    width_.add(width);
    score_.add(width + 2 / (1 - level) * beyond);
    note(missed);
  }

  std::uint64_t rounds() const { return rounds_; }
  std::uint64_t misses() const { return misses_; }
  // These are nothing before the first round.
  std::optional<double> coverage() const { return mean(static_cast<double>(rounds_ - misses_)); }
  std::optional<double> width() const { return mean(width_.value()); }
  std::optional<double> score() const { return mean(score_.value()); }
  // The least coverage of as many rounds in a row as a stretch has; nothing before there are so many.
  std::optional<double> worst_coverage() const {
    if (rounds_ < stretch) return std::nullopt;
    return 1 - static_cast<double>(worst_) / static_cast<double>(stretch);
  }

  void save(LearnerState& state, std::string_view group) const;
  // Throws std::invalid_argument if the parts are missing, of another type or cannot stand together.
  void restore(const LearnerState& state, std::string_view group);

 private:
  static constexpr std::size_t bits = 32;  // of a word of the ring
  static constexpr std::size_t words = (stretch + bits - 1) / bits;

  std::optional<double> mean(double sum) const {
    if (rounds_ == 0) return std::nullopt;
    return sum / static_cast<double>(rounds_);
  }
  void note(bool missed) {
    const std::size_t place = rounds_ % stretch;
    Index& word = ring_[place / bits];
    const Index bit = Index{1} << (place % bits);
    recent_ -= (word & bit) != 0 ? 1 : 0;
    word = missed ? word | bit : word & ~bit;
    recent_ += missed ? 1 : 0;
    misses_ += missed ? 1 : 0;
    ++rounds_;
    if (rounds_ >= stretch && recent_ > worst_) worst_ = recent_;
  }
  template <class Visitor>
  void visit_state(Visitor&& visitor) {
    visitor("rounds", rounds_, any_count);
    visitor("misses", misses_, any_count);
    visitor("worst", worst_, any_count);
  }
  void require_possible() const;

  std::uint64_t rounds_ = 0;
  std::uint64_t misses_ = 0;
  std::uint64_t worst_ = 0;                                 // most misses of a stretch
  std::uint64_t recent_ = 0;                                // misses of the last stretch
  std::vector<Index> ring_ = std::vector<Index>(words, 0);  // a bit for each round of it
  PreciseSum width_;
  PreciseSum score_;
};

}  // namespace tacit
