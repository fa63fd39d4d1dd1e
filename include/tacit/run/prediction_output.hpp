// What a prediction is shown as: its score, which is the value of the linear function; the label of the class that it stands for;
// the probability of the positive class; or the mean of the label, where the score is the logarithm of that. Of several classes:
// the score of each, the name of the one predicted, the probability of each, or all, the name before the probabilities (where the
// loss has some, else before the scores).
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "tacit/data/no_class.hpp"
#include "tacit/learners/any_learner.hpp"
#include "tacit/learners/configuration.hpp"

namespace tacit {

enum class PredictionOutput { score, label, probability, mean, all };

// Their words, in this order. `value` is understood as well, for score.
std::span<const std::string_view> prediction_output_words();

// The word that is meant where nobody says one: label of several classes, else score.
std::string_view usual_prediction_output(const Configuration& configuration);

// Throws SettingError about `output` for another word, and for what a learner of this configuration does not have: a label needs
// two classes, a probability the logistic loss, a mean labels that are numbers or counts.
PredictionOutput prediction_output(const Configuration& configuration, std::string_view word);

// Shows a score as the output says. A score of 0 is of the negative class; classes without labels are -1 and 1.
double shown(double score, PredictionOutput output, const Configuration& configuration);
// Puts what is shown in place of each score.
void show(std::span<double> scores, PredictionOutput output, const Configuration& configuration);

// Whether the numbers shown of several classes are probabilities; else they are scores.
bool shows_probabilities(PredictionOutput output, const Configuration& configuration);
// Puts probabilities in place of the scores of rows of several classes: of those that the learner has seen; 0 for the others.
void show_probabilities(std::span<double> scores, const AnyLearner& learner);

// The name of a class by its number; no_class for -1, as none has come yet.
std::string_view class_name_of(double number, const Configuration& configuration);

// What is wrong with a prediction that is not finite.
inline constexpr std::string_view prediction_beyond =
    "the prediction is beyond what a double can hold; are these data like those that the model was trained on?";

}  // namespace tacit
