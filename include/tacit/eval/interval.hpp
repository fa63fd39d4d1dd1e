// How wide an interval around a prediction has to be, so that the share of labels that it misses tends to what was asked: the
// rule of docs/intervals.md, with its proof.
#pragma once

#include <cstdint>
#include <span>
#include <stdexcept>

#include "tacit/core/elementary.hpp"
#include "tacit/core/number.hpp"
#include "tacit/core/require.hpp"
#include "tacit/core/state.hpp"

namespace tacit {

// Open at both ends: a label on an edge is missed, and an interval of width 0 holds nothing.
struct Interval {
  double prediction = 0;
  double below = 0;  // how far it reaches towards smaller labels
  double above = 0;  // and towards larger ones

  double low() const { return prediction - below; }
  double high() const { return prediction + above; }
  bool holds(double label) const {
    const double residual = label - prediction;
    return -below < residual && residual < above;
  }
};

// Writes low, prediction and high of each, one interval behind the other.
inline void write_ends(std::span<const Interval> intervals, std::span<double> numbers) {
  for (std::size_t i = 0; i < intervals.size(); ++i) {
    numbers[3 * i] = intervals[i].low();
    numbers[3 * i + 1] = intervals[i].prediction;
    numbers[3 * i + 2] = intervals[i].high();
  }
}

// The debt is the number of misses beyond the share that is due,  D = misses - (1 - level) rounds,  counted from the first
// residual other than 0. Radii that somebody has learned are multiplied by  e^(D/32 + (D/16)^3),  and no radius is more than
// twice the largest residual so far. At D >= 25 both are that, so that a miss doubles the largest residual; at D <= -25 both are
// 0, and every label is missed. Hence
//
//     -25 - (1 - level)  <=  D  <=  25 + level (1 + log2(largest / first residual other than 0)).
//
// D / sqrt(1 + w) stands for D where w labels of earlier rounds are still to come: what a radius does is seen w rounds later, and
// what all of these rounds pay at once would be paid many times.
class IntervalRule {
 public:
  static constexpr double most_debt = 25;

  explicit IntervalRule(double level) : level_(level) {
    require_setting(level > 0 && level < 1, "interval", level, "the share of labels to hold, a number between 0 and 1");
  }

  double level() const { return level_; }
  double debt() const { return static_cast<double>(misses_) - (1 - level_) * static_cast<double>(rounds_); }

  // So many labels of rounds before the next interval are still to come.
  void expect(std::uint64_t labels) { waiting_ = labels; }

  // The interval to make of a prediction and of the radii that were learned.
  Interval around(double prediction, double below, double above) const {
    const double owed = debt() / std::sqrt(1 + static_cast<double>(waiting_));
    const double most = 2 * largest_;
    if (owed <= -most_debt) return {prediction, 0, 0};
    if (owed >= most_debt) return {prediction, most, most};
    const double factor = growth(owed);
    return {prediction, smaller(most, factor * likely(below)), smaller(most, factor * likely(above))};
  }

  // Sees the label of a round, which `made` was told before. Returns whether it was missed.
  bool observe(const Interval& made, double label) {
    const double size = magnitude(label - made.prediction);
    if (largest_ == 0 && size == 0) return false;  // every prediction was exact so far, and a point is the interval
    const bool missed = !made.holds(label);
    if (largest_ > 0) {
      ++rounds_;
      misses_ += missed ? 1 : 0;
    }
    largest_ = larger(largest_, size);
    recent_ += (size - recent_) / smaller(static_cast<double>(rounds_) + 1, recent_rounds);
    return missed;
  }

  template <class Visitor>
  void visit_state(Visitor&& visitor) {
    visitor("rounds", rounds_, any_count);
    visitor("misses", misses_, any_count);
    visitor("waiting", waiting_, any_count);
    visitor("largest", largest_, Limits{});
    visitor("recent", recent_, Limits{});
  }
  // Throws std::invalid_argument if numbers that were read cannot stand together.
  void require_possible() const {
    if (misses_ > rounds_ || (largest_ == 0 && rounds_ > 0) || recent_ > 2 * largest_)
      throw std::invalid_argument(
          "the state's intervals have missed more labels than they were told, or residuals beyond the largest");
  }

 private:
  static constexpr double recent_rounds = 100;

  static double growth(double owed) {
    const double far = owed / 16;
    return exponential(owed / 32 + far * far * far);
  }
  // A radius that is believed: no more than the largest residual so far, and no less than a share of the recent ones.
  double likely(double radius) const { return smaller(largest_, larger(level_ / 4 * recent_, radius)); }

  double level_;
  std::uint64_t rounds_ = 0;  // since the first residual other than 0
  std::uint64_t misses_ = 0;  // of those
  std::uint64_t waiting_ = 0;
  double largest_ = 0;  // of the residuals' sizes
  double recent_ = 0;   // their mean over the last hundred rounds or so
};

}  // namespace tacit
