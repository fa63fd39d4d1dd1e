#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cli/commands.hpp"
#include "cli/errors.hpp"
#include "cli/input/input.hpp"
#include "cli/input/known_features.hpp"
#include "cli/output/metrics_report.hpp"
#include "cli/output/outputs.hpp"
#include "cli/output/prediction_file.hpp"
#include "tacit/core/names.hpp"
#include "tacit/core/sparse.hpp"
#include "tacit/data/data_error.hpp"
#include "tacit/losses/logistic.hpp"
#include "tacit/run/model.hpp"

namespace tacit::cli {

namespace {

constexpr std::string_view outputs[] = {"value", "label", "probability"};

std::string chosen_output(const PredictOptions& options) {
  if (!options.probability) return options.output.value_or("value");
  if (options.output && *options.output != "probability")
    throw UsageError(fmt::format("--probability and --output {}: give one of them", *options.output));
  return "probability";
}

void require_output(const std::string& output, const Configuration& configuration) {
  if (!contains(outputs, output)) throw UsageError(unknown_name("output", outputs, output));
  if (output == "label" && !is_two_class(configuration)) {
    throw UsageError(
        fmt::format("--output label is for two classes; the model was trained with the {} loss", configuration.loss));
  }
  if (output == "probability" && configuration.loss != Logistic::name) {
    throw UsageError(fmt::format(
        "probabilities need the logistic loss, and the model was trained with the {} loss: train with --loss logistic",
        configuration.loss));
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
  const std::string output = chosen_output(options);
  require_output(output, configuration);
  if (configuration.bias != model.configuration.bias) {
    throw UsageError(fmt::format("the model was trained {} a bias: leave out {}", model.configuration.bias ? "with" : "without",
                                 configuration.bias ? "--bias" : "--no-bias"));
  }
  if (configuration.scale != model.configuration.scale || configuration.hash != model.configuration.hash)
    throw UsageError("the model says how features are scaled and named: leave out --scale, --hash and --dictionary");
  if (options.data.shuffle) throw UsageError("predictions come in the order of the input: leave out --shuffle");
  if (options.data.labels && output != "label" && !options.metrics)
    throw UsageError("--labels goes with --output label: give both or neither");
  std::optional<Metrics> metrics;
  if (options.metrics) metrics = chosen_metrics(*options.metrics, configuration);
  const auto learner = revive(model);
  WeightVector weights;
  for (const auto& [index, weight] : model.weights) weights.set(index, weight);

  require_apart({{"-o", options.predictions}}, options.data.files);
  PredictionFile file(options.predictions);
  model.configuration.labels = configuration.labels;
  Input input(options.data, model, metrics ? Input::Use::measuring : Input::Use::prediction);
  KnownFeatures known(model);
  std::vector<double> predictions;
  std::uint64_t count = 0;
  while (const Block* block = input.stream().next()) {
    const Dataset& rows = block->rows;
    predictions.resize(rows.size());
    if (options.collapsed) {
      for (std::size_t i = 0; i < rows.size(); ++i) predictions[i] = product(rows.row(i), weights);
      learner->finish(predictions);
    } else {
      learner->predict(rows, predictions);
    }
    known.observe(rows);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (!std::isfinite(predictions[i])) {
        throw DataError(
            fmt::format("{}: the prediction is beyond what a double can hold; are these data such as the model was trained on?",
                        input.stream().where(*block, i)));
      }
      if (metrics) metrics->add(predictions[i], rows.label(i), rows.weight(i));
      predictions[i] = shown(predictions[i], output, configuration);
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
  if (metrics) print_metrics(*metrics, options.predictions == "-" ? stderr : stdout);
}

}  // namespace tacit::cli
