// What a run adds up from its Rounds.
#pragma once

#include <cstdint>
#include <string_view>

#include "tacit/core/number.hpp"
#include "tacit/core/precise_sum.hpp"
#include "tacit/core/round.hpp"
#include "tacit/core/row.hpp"
#include "tacit/core/task.hpp"
#include "tacit/data/made_features.hpp"

namespace tacit {

// The number of features in a row, without the bias.
inline std::size_t nonzeros(const Row& row) { return row.size - (row.size > 0 && row.index[0] == 0 ? 1 : 0); }

struct Tally {
  std::uint64_t examples = 0;
  std::uint64_t features = 0;  // the largest index seen
  std::uint64_t nonzeros = 0;  // without the bias
  std::uint64_t mistakes = 0;  // predictions of the wrong class (of two: of the wrong sign, 0 included); classes only
  double total_weight = 0;
  PreciseSum loss;          // less the least values
  PreciseSum least;         // of losses that leave them out
  bool knows_least = true;  // a run that began before they were added up reports losses without them

  // Counts `further` nonzeros that the run's features have beside those of the example.
  void add(const Round& round, const Example& example, Task task, std::size_t further = 0) {
    const Row& row = example.features;
    ++examples;
    nonzeros += tacit::nonzeros(row) + further;
    if (row.size > 0 && row.index[row.size - 1] > features) note_features(row);
    total_weight += example.weight;
    loss.add(round.loss_before);
    if (round.least != 0 && knows_least) least.add(round.least);
    if (is_mistake(task, round.prediction, example.label)) ++mistakes;
  }

  // Features that a run makes itself have numbers of their own.
  void note_features(const Row& row) {
    const std::size_t given = given_features(row);
    if (given > 0 && row.index[given - 1] > features) features = row.index[given - 1];
  }

  double cumulative_loss() const { return loss.value() + least.value(); }
  double average_loss() const { return average(cumulative_loss()); }
  // Losses are compared by what lies above the least.
  double average_excess() const { return average(loss.value()); }
  double average_least() const { return average(least.value()); }
  bool fits(double limit) const { return loss.value() <= limit && magnitude(least.value()) <= limit; }

 private:
  double average(double sum) const { return total_weight > 0 ? sum / total_weight : 0.0; }
};

}  // namespace tacit
