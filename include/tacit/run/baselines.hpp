// What a run is compared with: guesses that need no features. Each makes its prediction before it sees the label, as a learner
// does, and pays the same loss with the same importance weights on the same rounds. A guess that cannot be made yet predicts 0,
// or the last label where a season is not over yet.
#pragma once

#include <optional>

namespace tacit {

// Average losses; nothing where a guess does not apply.
struct BaselineLosses {
  std::optional<double>
      best_constant;  // of the labels so far: their mean, median or quantile, or the base rate, as the loss asks
  std::optional<double> last_label;
  std::optional<double> last_season;  // where a season is known

  bool operator==(const BaselineLosses&) const = default;
};

}  // namespace tacit
