#include "tacit/run/prediction_output.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tacit/core/names.hpp"
#include "tacit/core/setting_error.hpp"
#include "tacit/losses/logistic.hpp"
#include "tacit/losses/poisson.hpp"

namespace tacit {

namespace {

using Kind = SettingError::Kind;

constexpr std::string_view output_words[] = {"score", "label", "probability", "mean"};
constexpr std::string_view another_word_for_score = "value";

}  // namespace

std::span<const std::string_view> prediction_output_words() { return output_words; }

PredictionOutput prediction_output(const Configuration& configuration, std::string_view word) {
  if (word == another_word_for_score) return PredictionOutput::score;
  const Mention about = mention("output", word);
  const auto found = std::ranges::find(output_words, word);
  if (found == std::end(output_words)) throw SettingError(Kind::unknown, about, unknown_name("output", output_words, word));
  const auto output = static_cast<PredictionOutput>(found - std::begin(output_words));
  const bool two_classes = is_two_class(configuration);
  if (output == PredictionOutput::label && !two_classes) {
    throw SettingError(Kind::contradiction, about,
                       say(about, fmt::format(" is for two classes; the loss of the learner is {}", configuration.loss)));
  }
  if (output == PredictionOutput::probability && !(two_classes && configuration.loss == Logistic::name)) {
    throw SettingError(Kind::contradiction, about,
                       say(about, " needs two classes and the logistic loss; the loss of the learner is ", configuration.loss,
                           ": learn with ", mention("loss", Logistic::name)));
  }
  if (output == PredictionOutput::mean && has_classes(task_of(configuration))) {
    throw SettingError(
        Kind::contradiction, about,
        say(about,
            fmt::format(" is for labels that are numbers or counts; the loss of the learner is {}: give ", configuration.loss),
            mention("output", "label")));
  }
  return output;
}

double shown(double score, PredictionOutput output, const Configuration& configuration) {
  if (output == PredictionOutput::score) return score;
  if (output == PredictionOutput::probability) return Logistic::probability(score);
  if (output == PredictionOutput::mean) return task_of(configuration) == Task::counts ? Poisson::mean(score) : score;
  const auto [negative, positive] = configuration.labels.value_or(std::pair(-1.0, 1.0));
  return score > 0 ? positive : negative;
}

void show(std::span<double> scores, PredictionOutput output, const Configuration& configuration) {
  const bool is_score = output == PredictionOutput::mean && task_of(configuration) != Task::counts;
  if (output == PredictionOutput::score || is_score) return;
  for (double& score : scores) score = shown(score, output, configuration);
}

}  // namespace tacit
