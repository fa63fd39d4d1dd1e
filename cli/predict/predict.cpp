#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cli/commands.hpp"
#include "cli/errors.hpp"
#include "cli/input/input.hpp"
#include "cli/input/known_features.hpp"
#include "cli/input/resolve_input.hpp"
#include "cli/output/metrics_report.hpp"
#include "cli/output/outputs.hpp"
#include "cli/output/prediction_file.hpp"
#include "cli/output/tell.hpp"
#include "tacit/data/data_error.hpp"
#include "tacit/run/configure.hpp"
#include "tacit/run/forecast.hpp"
#include "tacit/run/model.hpp"
#include "tacit/run/prediction_output.hpp"

namespace tacit::cli {

namespace {

std::string_view output_word(const PredictOptions& options) {
  constexpr std::string_view probability = "probability";
  if (!options.probability) return options.output ? std::string_view(*options.output) : prediction_output_words().front();
  if (options.output && *options.output != probability)
    throw UsageError(fmt::format("--probability and --output {}: give one of them", *options.output));
  return probability;
}

// What the model has settled cannot be said otherwise.
void require_settled(const PredictOptions& options, const Model& model) {
  if (options.settings.has("shuffle")) throw UsageError("predictions come in the order of the input: leave out --shuffle");
  for (const auto& [setting, value] : options.settings.said()) {
    const auto kept = is_settled(*setting) ? difference(*setting, value, model) : std::nullopt;
    if (!kept) continue;
    throw SettingError(SettingError::Kind::differs, *kept,
                       say(options.model, kept->value.empty() ? " was made without " : " was made with ", *kept, ": leave out ",
                           mention(setting->name, as_text(value))));
  }
}

// The experts' weights by their shares, one vector.
class Collapsed {
 public:
  // The model outlives it.
  explicit Collapsed(const Model& model) : weights_(model.weights) {}

  void predict(const Dataset& rows, const AnyLearner& learner, std::span<double> predictions) const {
    for (std::size_t i = 0; i < rows.size(); ++i) predictions[i] = product(rows.row(i));
    learner.predictions_from(predictions);
  }

 private:
  // Weights are looked up, not laid out by index: a model may have few that are far apart.
  double product(const Row& row) const {
    double sum = 0;
    for (std::size_t k = 0; k < row.size; ++k) {
      const auto found = std::ranges::lower_bound(weights_, row.index[k], {}, &SparseWeights::value_type::first);
      if (found != weights_.end() && found->first == row.index[k]) sum += row.value[k] * found->second;
    }
    return sum;
  }

  const SparseWeights& weights_;
};

void require_finite(std::span<const double> predictions, const ExampleStream& stream, const Block& block) {
  for (std::size_t i = 0; i < predictions.size(); ++i) {
    if (std::isfinite(predictions[i])) continue;
    throw DataError(stream.where(block, i * block.rows.size() / predictions.size()), prediction_beyond);
  }
}

// Says where one vector of weights is not as good as the mixture was.
void note_collapsed(const LoadedModel& loaded) {
  constexpr double as_good = 1.02;
  const auto report = loaded.learner->report();
  const double loss = loaded.model.tally.average_loss();
  if (report && loss > 0 && report->collapsed_loss > as_good * loss)
    print_note(
        fmt::format("one vector of weights would have lost {:.2f} times what the mixture lost while it learned; without "
                    "--collapsed the mixture itself predicts",
                    report->collapsed_loss / loss));
}

}  // namespace

void predict(const PredictOptions& options) {
  LoadedModel loaded = load(options.model, options.collapsed ? Need::collapsed : Need::learner);
  Model& model = loaded.model;
  require_settled(options, model);
  const Configuration configuration = configure(options.settings, model.configuration);
  const PredictionOutput output = prediction_output(configuration, output_word(options));
  if (options.settings.has("labels") && output != PredictionOutput::label && !options.metrics)
    throw UsageError("--labels goes with --output label: give both or neither");
  std::optional<Metrics> metrics;
  if (options.metrics) metrics = chosen_metrics(*options.metrics, configuration);

  std::vector<std::string> inputs = inputs_of(options.files, options.settings);
  inputs.push_back(options.model);
  require_apart({{"-o", options.predictions}}, inputs);
  PredictionFile file(options.predictions);
  model.configuration.labels = configuration.labels;
  Input input(options.files, options.settings, model, metrics ? ReadingUse::measuring : ReadingUse::prediction);
  const Collapsed collapsed(model);
  KnownFeatures known(model);
  std::vector<double> predictions;
  const std::size_t outputs = loaded.learner->outputs();
  if (outputs > 1 && (metrics || options.collapsed))
    throw UsageError(fmt::format("the model has {} outputs: leave out {}", outputs, metrics ? "--metrics" : "--collapsed"));
  std::vector<double> ends;
  std::vector<tacit::Interval> made;
  std::uint64_t count = 0;
  Forecast forecast(model, metrics ? LabelForm::understood : LabelForm::written);
  while (Block* const block = input.stream().next()) {
    Dataset& rows = forecast.make(block->rows);
    predictions.resize(rows.size() * outputs);
    options.collapsed ? collapsed.predict(rows, *loaded.learner, predictions) : loaded.learner->predict(rows, predictions);
    known.observe(rows);
    require_finite(predictions, input.stream(), *block);
    for (std::size_t i = 0; i < rows.size() && metrics; ++i) metrics->add(predictions[i], rows.label(i), rows.weight(i));
    show(predictions, output, configuration);
    if (loaded.intervals) {
      made.resize(rows.size());
      ends.resize(3 * rows.size());
      rows.make_hints(0);  // they are guesses at labels, not at residuals
      loaded.intervals->predict(rows, predictions, made);
      write_ends(made, ends);
      require_finite(ends, input.stream(), *block);
      file.write(*block, ends);
    } else if (output == PredictionOutput::label && configuration.label_words) {
      file.write(*block, predictions, *configuration.label_words);
    } else {
      file.write(*block, predictions);
    }
    count += rows.size();
  }
  input.report();
  for (const Message& note : forecast.notes()) print_note(note);
  if (options.collapsed) note_collapsed(loaded);
  if (const auto note = known.note(input.names().unknown())) print_note(*note);
  if (count == 0) throw DataError(input.no_examples());
  file.commit();
  if (!options.quiet) tell("{} prediction{}\n", count, count == 1 ? "" : "s");
  if (metrics) print_metrics(*metrics, options.predictions == "-" ? stderr : stdout);
}

}  // namespace tacit::cli
