// A metric sums up how good predictions were, one example at a time. It is progressive if each example is predicted before it is
// learned from.
//
// An example of importance weight w counts as w of them. A metric is undefined, not NaN, where nothing has been added, where its
// formula divides by 0, and where numbers grew beyond what a double can hold. A metric that is for several tasks is made from the
// one at hand.
#pragma once

#include <concepts>
#include <optional>
#include <string_view>

#include "tacit/core/number.hpp"
#include "tacit/core/task.hpp"
#include "tacit/learners/state.hpp"

namespace tacit {

template <class M>
concept Metric = requires(M metric, const M so_far, Task task, double prediction, double label, double weight,
                          LearnerState& state, const LearnerState& saved, std::string_view group) {
  { M::name } -> std::convertible_to<std::string_view>;
  { M::formula } -> std::convertible_to<std::string_view>;
  { M::is_for(task) } -> std::same_as<bool>;  // whether it measures such predictions
  metric.add(prediction, label, weight);      // of a positive weight
  { so_far.value() } -> std::same_as<std::optional<double>>;
  so_far.save(state, group);     // parts `group/...`, always of the same names and types
  metric.restore(saved, group);  // goes on from them bit for bit; throws std::invalid_argument if they cannot be its own
};

inline std::optional<double> if_number(double value) { return is_number(value) ? std::optional(value) : std::nullopt; }

}  // namespace tacit
