// Finds how many rows a season has: from the clock of the rows, or from the labels themselves.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tacit {

// Steps of the clock from row to row, of which the middle one of the last few says how far rows are apart: a gap changes nothing.
//
//   rows apart           season, in rows
//   up to 12 hours       a day, where a whole number of rows makes one
//   a day                7; 5 where the weekends are left out
//   a week               52
//   a month              12
//   a quarter of a year  4
class Rhythm {
 public:
  static constexpr std::size_t most_steps = 15;
  static constexpr std::size_t fewest_steps = 3;

  // A row at this instant, in milliseconds. Steps back, and none at all, do not count.
  void tick(std::int64_t instant);
  // The rows of a season; 0 where the clock tells none.
  std::size_t period() const { return period_; }
  // Rows of a week, where a season is a day; else 0.
  std::size_t week() const { return week_; }

  // All that it remembers; the last instant is not known before the first tick.
  bool begun() const { return begun_; }
  std::int64_t last() const { return last_; }
  const std::vector<std::int64_t>& steps() const { return steps_; }
  void go_on(std::int64_t last, std::vector<std::int64_t> steps);

 private:
  void measure();
  std::size_t period_of(std::int64_t step) const;

  std::vector<std::int64_t> steps_;  // the oldest first
  std::int64_t last_ = 0;
  bool begun_ = false;
  std::size_t period_ = 0;
  std::size_t week_ = 0;
};

// The season of a stretch of labels, at most a third of it long: their autocorrelation, once a straight line is taken out, has a
// peak there of at least a fifth, and rises to it by a fifth from somewhere before. Of the peaks that reach four fifths of the
// highest the first is taken, unless the season known so far is as good. Returns 0 if there is none.
std::size_t season_of(std::span<const double> labels, std::size_t known);

// A multiple of the season that labels repeat more closely than the season itself, such as a week of days, by a fiftieth of
// autocorrelation at least. The first multiple that gains nine tenths of what can be gained is taken. One that is known stays as
// long as its autocorrelation is at least a fifth. Returns 0 if there is none.
std::size_t longer_season_of(std::span<const double> labels, std::size_t season, std::size_t known);

}  // namespace tacit
