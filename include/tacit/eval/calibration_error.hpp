// Expected calibration error: how far, on average, probabilities lie from the shares of positive labels that came true.
//
// Probabilities 1/(1 + e^-p) of +1 are sorted into 15 bins of equal width. The error is the mean over examples of the distance
// between the mean probability of an example's bin and the share of +1 in it: 0 if of those with probability 0.3 or so 30 % are
// positive. Predictions of other losses than the logistic are no log-odds; theirs are measured as if they were.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "tacit/eval/metric.hpp"
#include "tacit/eval/saved_numbers.hpp"
#include "tacit/losses/logistic.hpp"

namespace tacit {

class CalibrationError {
 public:
  static constexpr std::string_view name = "calibration-error";
  static constexpr std::string_view formula = "mean distance of 1/(1 + e^-p) from the share of positives, in 15 bins";
  static constexpr bool is_for(Task task) { return task == Task::two_classes; }

  void add(double prediction, double label, double weight) {
    const double probability = Logistic::probability(prediction);
    const std::size_t bin = std::min(static_cast<std::size_t>(probability * bins), bins - 1);
    weight_[bin] += weight;
    expected_[bin] += weight * probability;
    if (label > 0) positive_[bin] += weight;
  }

  std::optional<double> value() const {
    double distance = 0;
    double weight = 0;
    for (std::size_t bin = 0; bin < bins; ++bin) {
      distance += magnitude(expected_[bin] - positive_[bin]);
      weight += weight_[bin];
    }
    if (!is_number(weight)) return std::nullopt;
    return if_number(distance / weight);
  }

  void save(LearnerState& state, std::string_view group) const {
    save_numbers(state, group, "weight", weight_);
    save_numbers(state, group, "expected", expected_);
    save_numbers(state, group, "positive", positive_);
  }
  void restore(const LearnerState& state, std::string_view group) {
    restore_bins(state, group, "weight", weight_);
    restore_bins(state, group, "expected", expected_);
    restore_bins(state, group, "positive", positive_);
  }

 private:
  static constexpr std::size_t bins = 15;
  using Bins = std::array<double, bins>;

  static void restore_bins(const LearnerState& state, std::string_view group, std::string_view key, Bins& into) {
    const auto numbers = restored_numbers(state, group, key, bins, Sign::not_negative);
    std::copy(numbers.begin(), numbers.end(), into.begin());
  }

  Bins weight_{};
  Bins expected_{};  // sum of the probabilities
  Bins positive_{};  // weight of the positive labels
};

static_assert(Metric<CalibrationError>);

}  // namespace tacit
