#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "commands.hpp"
#include "errors.hpp"
#include "input.hpp"
#include "known_features.hpp"
#include "outputs.hpp"
#include "prediction_file.hpp"
#include "tacit/data/data_error.hpp"
#include "tacit/losses/logistic.hpp"
#include "tacit/model.hpp"
#include "tacit/names.hpp"

namespace tacit::cli {

namespace {

constexpr std::string_view outputs[] = {"value", "label", "probability"};

void require_output(const std::string& output, const Configuration& configuration) {
  if (!contains(outputs, output)) throw UsageError(unknown_name("output", outputs, output));
  if (output == "label" && !is_two_class(configuration)) {
    throw UsageError(
        fmt::format("--output label is for two classes; the model was trained with the {} loss", configuration.loss));
  }
  if (output == "probability" && configuration.loss != Logistic::name) {
    throw UsageError(
        fmt::format("--output probability is for the logistic loss; the model was trained with the {} loss", configuration.loss));
  }
}

double shown(double value, const std::string& output, const Configuration& configuration) {
  if (output == "label") {
    const auto [negative, positive] = configuration.labels.value_or(std::pair(-1.0, 1.0));
    return value > 0 ? positive : negative;
  }
  return output == "probability" ? Logistic::probability(value) : value;
}

}  // namespace

void predict(const PredictOptions& options) {
  Model model = load_model(options.model);
  const Configuration configuration = configure({}, options.data, model.configuration);
  require_output(options.output, configuration);
  if (configuration.bias != model.configuration.bias) {
    throw UsageError(fmt::format("the model was trained {} a bias: leave out {}", model.configuration.bias ? "with" : "without",
                                 configuration.bias ? "--bias" : "--no-bias"));
  }
  if (configuration.scale != model.configuration.scale || configuration.hash != model.configuration.hash)
    throw UsageError("the model says how features are scaled and named: leave out --scale, --hash and --dictionary");
  if (options.data.shuffle) throw UsageError("predictions come in the order of the input: leave out --shuffle");
  if (options.data.labels && options.output != "label")
    throw UsageError("--labels goes with --output label: give both or neither");
  const auto learner = revive(model);

  require_apart({{"-o", options.predictions}}, options.data.files);
  PredictionFile file(options.predictions);
  Input input(options.data, model, Input::Use::prediction);
  KnownFeatures known(model);
  std::vector<double> predictions;
  std::uint64_t count = 0;
  while (const Block* block = input.stream().next()) {
    const Dataset& rows = block->rows;
    predictions.resize(rows.size());
    learner->predict(rows, predictions);
    known.observe(rows);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (!std::isfinite(predictions[i])) {
        throw DataError(
            fmt::format("{}: the prediction is beyond what a double can hold; are these data such as the model was trained on?",
                        input.stream().where(*block, i)));
      }
      predictions[i] = shown(predictions[i], options.output, configuration);
    }
    if (options.output == "label" && configuration.label_words) {
      file.write(*block, predictions, *configuration.label_words);
    } else {
      file.write(*block, predictions);
    }
    count += rows.size();
  }
  input.report();
  if (const auto note = known.note(input.names().unknown())) fmt::print(stderr, "tacit: note: {}\n", *note);
  if (count == 0) throw DataError(input.no_examples());
  file.commit();
  if (!options.quiet) fmt::print(stderr, "{} prediction{}\n", count, count == 1 ? "" : "s");
}

}  // namespace tacit::cli
