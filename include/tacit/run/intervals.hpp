// The intervals of a run with the setting `interval`: two learners beside the run's own, on the same rows, learn how far labels
// lie above and below its predictions, and an IntervalRule makes intervals of that which hold the share that was asked for.
//
// A prediction and its label are two steps, for labels that come late:
//
//     intervals.predict(rows, predictions, made);  // before the labels are known; promise() for one row
//     intervals.observe(rows, i, made[i]);         // once that of row i is
#pragma once

#include <cstddef>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "tacit/core/round.hpp"
#include "tacit/data/dataset.hpp"
#include "tacit/eval/interval.hpp"
#include "tacit/eval/interval_tally.hpp"
#include "tacit/learners/any_learner.hpp"

namespace tacit {

// Throws SettingError about `interval` if labels are classes.
void require_numbers(const Configuration& configuration);

class Intervals {
 public:
  // The configuration is the run's, and has an interval. Throws SettingError as above.
  explicit Intervals(const Configuration& configuration);

  // Many threads may predict at the same time.
  void predict(const Dataset& rows, std::span<const double> predictions, std::span<Interval> made) const;
  // Learns from the label of row i. Returns whether all numbers are still finite; if not, this must not be used any more.
  bool observe(const Dataset& rows, std::size_t i, const Interval& made);
  // Takes both steps for rows `from` to `to - 1`, one after the other, of which these are the rounds by row.
  void learn(const Dataset& rows, std::size_t from, std::size_t to, std::span<const Round> rounds);
  // Makes the interval of one row, alone in its data set, which is row i of a block, while the labels of so many rows before it
  // are still to come.
  const Interval& promise(const Dataset& row, std::size_t i, double prediction, std::size_t waiting);
  // The intervals that learn() and promise() made, by row.
  std::span<const Interval> made() const { return made_; }
  // Whether the numbers of row i, which one of these has seen, are finite.
  bool is_sound(std::size_t i) const { return i < unsound_; }

  void divide(Index index, double factor);

  double level() const { return rule_.level(); }
  const IntervalTally& tally() const { return tally_; }

  // Write the state into parts `interval/...`, and go on from them bit for bit. The latter throws std::invalid_argument for parts
  // that no intervals have.
  void save(LearnerState& memory) const;
  void restore(const LearnerState& memory);
  static bool has_parts(const LearnerState& memory);

 private:
  // Rows whose labels are how far labels lie above predictions, or below.
  void take_row(const Dataset& rows, std::size_t i, double residual);
  void learn_residuals();
  // Row k of those taken, as row i of the others.
  bool settle(const Dataset& rows, std::size_t i, std::size_t k, const Interval& made);

  IntervalRule rule_;
  std::unique_ptr<AnyLearner> above_;
  std::unique_ptr<AnyLearner> below_;
  IntervalTally tally_;

  Dataset taken_;
  std::vector<double> residuals_;
  std::vector<Round> above_rounds_;
  std::vector<Round> below_rounds_;
  std::vector<Interval> made_;
  std::size_t unsound_ = std::numeric_limits<std::size_t>::max();  // the first such row; once there is one, it stays
};

}  // namespace tacit
