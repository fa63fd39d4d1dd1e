// What a prediction is shown as: its score, which is the value of the linear function; the label of the class that it stands for;
// the probability of the positive class; or the mean of the label, where the score is the logarithm of that.
#pragma once

#include <span>
#include <string_view>

#include "tacit/learners/configuration.hpp"

namespace tacit {

enum class PredictionOutput { score, label, probability, mean };

// Their words, in this order. `value` is understood as well, for score.
std::span<const std::string_view> prediction_output_words();

// Throws SettingError about `output` for another word, and for what a learner of this configuration does not have: a label needs
// two classes, a probability the logistic loss, a mean labels that are numbers or counts.
PredictionOutput prediction_output(const Configuration& configuration, std::string_view word);

// Shows a score as the output says. A score of 0 is of the negative class; classes without labels are -1 and 1.
double shown(double score, PredictionOutput output, const Configuration& configuration);
// Puts what is shown in place of each score.
void show(std::span<double> scores, PredictionOutput output, const Configuration& configuration);

// What is wrong with a prediction that is not finite.
inline constexpr std::string_view prediction_beyond =
    "the prediction is beyond what a double can hold; are these data like those that the model was trained on?";

}  // namespace tacit
