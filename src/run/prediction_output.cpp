#include "tacit/run/prediction_output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "tacit/core/names.hpp"
#include "tacit/core/setting_error.hpp"
#include "tacit/losses/logistic.hpp"
#include "tacit/losses/poisson.hpp"
#include "tacit/losses/softmax.hpp"

namespace tacit {

namespace {

using Kind = SettingError::Kind;

constexpr std::string_view output_words[] = {"score", "label", "probability", "mean", "all"};
constexpr std::string_view another_word_for_score = "value";

// Of several classes.
void require_fit(PredictionOutput output, const Mention& about, const Configuration& configuration) {
  if (output != PredictionOutput::probability || configuration.loss == Softmax::name) return;
  throw SettingError(Kind::contradiction, about,
                     say(about, " of several classes needs the softmax loss; the loss of the learner is ", configuration.loss,
                         ": learn with ", mention("loss", Softmax::name)));
}

}  // namespace

std::span<const std::string_view> prediction_output_words() { return output_words; }

std::string_view usual_prediction_output(const Configuration& configuration) {
  return output_words[static_cast<std::size_t>(has_class_names(configuration) ? PredictionOutput::label
                                                                              : PredictionOutput::score)];
}

bool shows_probabilities(PredictionOutput output, const Configuration& configuration) {
  return output == PredictionOutput::probability || (output == PredictionOutput::all && configuration.loss == Softmax::name);
}

void show_probabilities(std::span<double> scores, const AnyLearner& learner) {
  const std::size_t each = learner.outputs();
  std::vector<std::size_t> seen;
  for (std::size_t k = 0; k < each; ++k) {
    if (learner.has_seen(k)) seen.push_back(k);
  }
  std::vector<double> of_seen(seen.size());
  for (std::size_t row = 0; !seen.empty() && row + each <= scores.size(); row += each) {
    for (std::size_t i = 0; i < seen.size(); ++i) of_seen[i] = scores[row + seen[i]];
    Softmax::probabilities(of_seen, of_seen);
    std::fill_n(scores.begin() + static_cast<std::ptrdiff_t>(row), each, 0.0);
    for (std::size_t i = 0; i < seen.size(); ++i) scores[row + seen[i]] = of_seen[i];
  }
}

std::string_view class_name_of(double number, const Configuration& configuration) {
  const auto& names = configuration.classes.names;
  if (!(number >= 0 && number < static_cast<double>(names.size()))) return no_class;
  return names[static_cast<std::size_t>(number)];
}

PredictionOutput prediction_output(const Configuration& configuration, std::string_view word) {
  if (word == another_word_for_score) return PredictionOutput::score;
  const Mention about = mention("output", word);
  const auto found = std::ranges::find(output_words, word);
  if (found == std::end(output_words)) throw SettingError(Kind::unknown, about, unknown_name("output", output_words, word));
  const auto output = static_cast<PredictionOutput>(found - std::begin(output_words));
  if (has_class_names(configuration)) {
    if (output == PredictionOutput::mean) {
      throw SettingError(
          Kind::contradiction, about,
          say(about,
              fmt::format(" is for labels that are numbers or counts; the loss of the learner is {}: give ", configuration.loss),
              mention("output", "label")));
    }
    require_fit(output, about, configuration);
    return output;
  }
  const bool two_classes = is_two_class(configuration);
  if (output == PredictionOutput::all) {
    throw SettingError(
        Kind::contradiction, about,
        say(about, fmt::format(" is for several classes; the loss of the learner is {}: leave it out", configuration.loss)));
  }
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
