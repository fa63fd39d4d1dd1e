// What guesses without weights predict for a row: the places of Dataset::hints. A guess is a prediction as a learner's is, in the
// space of the loss's scores; NaN stands for one that cannot be made yet.
#pragma once

#include <cstddef>

namespace tacit {

enum Hint : std::size_t {
  last_label,      // the label of the row before; of two classes, how likely it comes again
  last_season,     // the label one season ago, likewise
  running_mean,    // of all labels so far; of two classes, their base rate
  running_median,  // of all labels so far, or the quantile that the loss asks for; NaN of two classes
  hints_per_row    // how many there are
};

}  // namespace tacit
