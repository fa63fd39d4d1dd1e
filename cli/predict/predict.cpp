#include <fmt/format.h>

#include <span>
#include <string_view>
#include <vector>

#include "cli/commands.hpp"
#include "cli/errors.hpp"
#include "cli/input/input.hpp"
#include "cli/input/resolve_input.hpp"
#include "cli/output/metrics_report.hpp"
#include "cli/output/outputs.hpp"
#include "cli/output/prediction_file.hpp"
#include "cli/output/tell.hpp"
#include "tacit/core/legible.hpp"
#include "tacit/data/data_error.hpp"
#include "tacit/run/configure.hpp"
#include "tacit/run/explanations.hpp"
#include "tacit/run/feature_words.hpp"
#include "tacit/run/file_predictions.hpp"
#include "tacit/run/model.hpp"
#include "tacit/run/prediction_output.hpp"

namespace tacit::cli {

namespace {

std::string_view output_word(const PredictOptions& options, const Configuration& configuration) {
  constexpr std::string_view probability = "probability";
  if (!options.probability) return options.output ? std::string_view(*options.output) : usual_prediction_output(configuration);
  if (options.output && *options.output != probability)
    throw UsageError(fmt::format("--probability and --output {}: give one of them", *options.output));
  return probability;
}

// What the model has settled cannot be said otherwise.
void require_settled(const PredictOptions& options, const Model& model) {
  require_order_of_input(options.settings);
  for (const auto& [setting, value] : options.settings.said()) {
    const auto kept = is_settled(*setting) ? difference(*setting, value, model) : std::nullopt;
    if (!kept) continue;
    throw SettingError(SettingError::Kind::differs, *kept,
                       say(options.model, kept->value.empty() ? " was made without " : " was made with ", *kept, ": leave out ",
                           mention(setting->name, as_text(value))));
  }
}

void add_classes(ClassMetrics& metrics, const Dataset& rows, std::span<const double> scores, const AnyLearner& learner) {
  const std::size_t each = learner.outputs();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto of_row = scores.subspan(i * each, each);
    metrics.add(class_of(learner, of_row), rows.label(i), rows.weight(i), of_row);
  }
}

std::vector<bool> seen_by(const AnyLearner& learner) {
  std::vector<bool> seen(learner.outputs());
  for (std::size_t k = 0; k < seen.size(); ++k) seen[k] = learner.has_seen(k);
  return seen;
}

// The name of each row's class, its numbers, or both.
void write_classes(PredictionFile& file, const RowsOfBlock& rows, std::span<double> scores, PredictionOutput output,
                   const LoadedModel& loaded, const PredictionFile::Tail& tail) {
  const Configuration& configuration = loaded.model.configuration;
  const std::size_t each = loaded.learner->outputs();
  std::vector<std::string_view> names;
  const bool with_names = output == PredictionOutput::label || output == PredictionOutput::all;
  for (std::size_t i = 0; i < rows.to - rows.from && with_names; ++i)
    names.push_back(class_name_of(class_of(*loaded.learner, scores.subspan(i * each, each)), configuration));
  if (output == PredictionOutput::label) return file.write(rows, names, {}, tail);
  if (shows_probabilities(output, configuration)) show_probabilities(scores, *loaded.learner);
  names.empty() ? file.write(rows, scores, tail) : file.write(rows, names, scores, tail);
}

// Rows explained, and those of which the weights that explain them would predict another class, or see it behind the runner-up.
struct Differences {
  std::uint64_t rows = 0;
  std::uint64_t other = 0;
};

// Says where one vector of weights is not as good as the mixture was.
void note_collapsed(const LoadedModel& loaded) {
  constexpr double as_good = 1.02;
  const auto report = loaded.learner->report();
  const double loss = loaded.model.tally.average_excess();
  if (report && loss > 0 && report->collapsed_loss && *report->collapsed_loss > as_good * loss)
    print_note(
        fmt::format("one vector of weights would have lost {:.2f} times what the mixture lost while it learned; without "
                    "--collapsed the mixture itself predicts",
                    *report->collapsed_loss / loss));
}

// Says where the weights that are shown or predict are not what the mixture does; in so many rows they have another sign.
void note_weights(const PredictOptions& options, const LoadedModel& loaded, const Differences& differences) {
  if (options.collapsed) return note_collapsed(loaded);
  if (!options.explain || !loaded.learner->report()) return;
  const bool classes = has_class_names(loaded.model.configuration);
  std::string note =
      fmt::format("contributions are those of the one vector of weights{} that stands for the mixture; its predictions differ{}",
                  classes ? " per class" : "", classes ? "" : " a little");
  if (has_classes(task_of(loaded.model.configuration)))
    note += fmt::format(": in {} of {} row{} it does not put the predicted class ahead", differences.other, differences.rows,
                        differences.rows == 1 ? "" : "s");
  print_note(note);
}

// Says how many labels no prediction could have hit.
void note_unseen(const ClassMetrics& metrics) {
  if (const std::uint64_t rows = metrics.unseen(); rows > 0)
    print_note(fmt::format("{} row{} of classes that the model has never seen: no prediction of {} can be right", rows,
                           rows == 1 ? " is" : "s are", rows == 1 ? "it" : "them"));
}

// Throws UsageError for options that a model with several outputs does not have.
void require_outputs(const PredictOptions& options, const LoadedModel& loaded, bool classes) {
  const std::size_t outputs = loaded.learner->outputs();
  if (classes && options.collapsed)
    throw UsageError("a model of several classes has a vector of weights per class: leave out --collapsed");
  if (!classes && outputs > 1 && (options.metrics || options.collapsed))
    throw UsageError(
        fmt::format("the model has {} outputs: leave out {}", outputs, options.metrics ? "--metrics" : "--collapsed"));
}

// Throws what says why contributions are not to be had.
void require_explicable(const PredictOptions& options, const LoadedModel& loaded) {
  if (*options.explain == 0) throw UsageError("--explain 0: expected the number of features to name, 1 or more");
  if (loaded.learner->outputs() > 1 && !has_class_names(loaded.model.configuration))
    throw UsageError(
        fmt::format("--explain tells of one score per row; the model has {} outputs: leave it out", loaded.learner->outputs()));
  if (loaded.intervals) throw UsageError("--explain tells of predictions, and this model makes intervals: leave it out");
}

// What goes behind each prediction, tabs between: of several classes the one explained and the one that it is ahead of, then
// names and contributions.
class Explained {
 public:
  Explained(const PredictOptions& options, const LoadedModel& loaded)
      : configuration_(loaded.model.configuration), words_(loaded.model) {
    if (!options.explain) return;
    if (options.collapsed) {
      explanations_.emplace(loaded.model, *loaded.learner, std::vector<SparseWeights>{loaded.model.weights}, *options.explain);
    } else {
      explanations_.emplace(loaded.model, *loaded.learner, *options.explain);
    }
  }

  // Of rows with their scores, which both outlive the call; nothing where nothing is asked for.
  PredictionFile::Tail of(const Dataset& rows, std::span<const double> scores) {
    if (!explanations_) return {};
    return [&, scores](std::size_t i, fmt::memory_buffer& line) {
      const std::size_t each = rows.size() == 0 ? 1 : scores.size() / rows.size();
      const Row row = rows.row(i);
      const auto of_row = scores.subspan(i * each, each);
      const auto found = explanations_->of(row, of_row);
      ++differences_.rows;
      if (has_class_names(configuration_) ? found.against && !(found.score > 0) : (found.score > 0) != (of_row[0] > 0))
        ++differences_.other;
      if (has_class_names(configuration_)) fmt::format_to(into(line), "\t{}\t{}", name(found.predicted), name(found.against));
      for (const auto& [index, value] : found.contributions)
        fmt::format_to(into(line), "\t{}\t{:.17g}", legible(words_.of(index, row)), value);
    };
  }
  bool wanted() const { return explanations_.has_value(); }
  const Differences& differences() const { return differences_; }

 private:
  static std::back_insert_iterator<fmt::memory_buffer> into(fmt::memory_buffer& line) { return std::back_inserter(line); }
  std::string_view name(std::optional<std::size_t> k) const {
    return k ? class_name_of(static_cast<double>(*k), configuration_) : std::string_view();
  }

  const Configuration& configuration_;
  FeatureWords words_;
  std::optional<Explanations> explanations_;
  Differences differences_;
};

}  // namespace

void predict(const PredictOptions& options) {
  LoadedModel loaded = load(options.model, options.collapsed ? Need::collapsed : Need::learner);
  Model& model = loaded.model;
  require_settled(options, model);
  const Configuration configuration = configure(options.settings, model.configuration);
  const PredictionOutput output = prediction_output(configuration, output_word(options, configuration));
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
  const bool classes = has_class_names(configuration);
  require_outputs(options, loaded, classes);
  if (classes && metrics) metrics->classes()->begin(seen_by(*loaded.learner), false, loaded.learner->chance_of_new_class());
  if (options.explain) require_explicable(options, loaded);
  Explained explained(options, loaded);
  std::vector<double> explained_scores;
  std::uint64_t count = 0;
  FilePredictions predictions({model, *loaded.learner, loaded.intervals.get(), options.collapsed},
                              metrics ? LabelForm::understood : LabelForm::written);
  const auto write = [&] {
    const Dataset& rows = predictions.rows();
    const std::span<double> scores = predictions.scores();
    const RowsOfBlock& part = predictions.part();
    count += rows.size();
    if (explained.wanted()) explained_scores.assign(scores.begin(), scores.end());  // others may become probabilities
    const PredictionFile::Tail tail = explained.of(rows, explained_scores);
    if (classes) {
      if (metrics) add_classes(*metrics->classes(), rows, scores, *loaded.learner);
      return write_classes(file, part, scores, output, loaded, tail);
    }
    for (std::size_t i = 0; i < rows.size() && metrics; ++i) metrics->add(scores[i], rows.label(i), rows.weight(i));
    show(scores, output, configuration);
    if (loaded.intervals) return file.write(part, predictions.ends());
    if (output == PredictionOutput::label && configuration.label_words)
      return file.write(part, scores, *configuration.label_words, tail);
    file.write(part, scores, tail);
  };
  while (Block* const block = input.stream().next()) {
    for (predictions.take(*block); predictions.predict(input.stream());) write();
  }
  input.report();
  for (const Message& note : predictions.notes(input.names())) print_note(note);
  note_weights(options, loaded, explained.differences());
  if (metrics && metrics->classes() != nullptr) note_unseen(*metrics->classes());
  // Rows that all lack a number have their empty lines.
  if (count == 0 && (metrics || input.stream().rows_lacking() == 0)) throw DataError(input.no_examples());
  file.commit();
  if (!options.quiet) tell("{} prediction{}\n", count, count == 1 ? "" : "s");
  if (metrics) print_metrics(*metrics, model.configuration, options.predictions == "-" ? stderr : stdout);
}

}  // namespace tacit::cli
