#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>

#include "cli/commands.hpp"
#include "cli/errors.hpp"
#include "cli/input/input.hpp"
#include "cli/input/known_features.hpp"
#include "cli/input/resolve_input.hpp"
#include "cli/output/metrics_report.hpp"
#include "cli/output/mixture_report.hpp"
#include "cli/output/outputs.hpp"
#include "cli/output/prediction_file.hpp"
#include "cli/train/classes_seen.hpp"
#include "cli/train/monitor_report.hpp"
#include "cli/train/progress.hpp"
#include "cli/train/summary.hpp"
#include "cli/train/trace_file.hpp"
#include "tacit/data/data_error.hpp"
#include "tacit/data/output_file.hpp"
#include "tacit/learners/updates.hpp"
#include "tacit/run/model.hpp"

namespace tacit::cli {

namespace {

// Whether standard output is spoken for, so that the summary has to go elsewhere.
bool require_good_outputs(const TrainOptions& options, const std::vector<std::string>& inputs) {
  std::vector<Output> outputs;
  const auto add = [&](const char* option, const std::optional<std::string>& path) {
    if (path) outputs.push_back({option, *path});
  };
  add("--trace", options.trace);
  add("--predictions", options.predictions);
  add("--experts", options.experts);
  add("--model", options.model);
  require_apart(outputs, inputs);
  const auto taken = std::ranges::find(outputs, "-", &Output::path);
  if (taken == outputs.end()) return false;
  if (options.json)
    throw UsageError(fmt::format("{} - and --json both write to standard output: give {} a file", taken->option, taken->option));
  return true;
}

// The first option that differs from the model's, and what the model says.
std::string difference(const Configuration& wanted, const Configuration& model) {
  if (learner_name(wanted) != learner_name(model)) return "--learner " + learner_name(model);
  if (wanted.loss != model.loss) return "--loss " + model.loss;
  if (wanted.loss_parameter != model.loss_parameter) return "another --loss-parameter";
  if (wanted.domain != model.domain) return "--domain " + model.domain;
  if (wanted.beta != model.beta) return fmt::format("--beta {:g}", model.beta);
  if (wanted.radius != model.radius) return fmt::format("--radius {:g}", model.radius);
  if (wanted.bias != model.bias) return model.bias ? "--bias" : "--no-bias";
  if (wanted.scale != model.scale) return "--scale " + model.scale;
  if (wanted.hash != model.hash) return model.hash == 0 ? "--dictionary" : fmt::format("--hash {}", model.hash);
  if (wanted.labels != model.labels || wanted.label_words != model.label_words) return "other --labels";
  return "other options";
}

// The model to begin with: fresh, or that of --start with the options put over it.
Model first_model(const TrainOptions& options) {
  if (!options.start) {
    Model fresh;
    const FeatureOptions features = feature_options(options.data);
    fresh.configuration = configure(options.learner, options.data, fresh_configuration(options.learner, features));
    if (!options.data.labels && is_two_class(fresh.configuration)) fresh.configuration.labels = known_labels(options.data.files);
    return fresh;
  }
  Model model = load_model(*options.start);
  const Configuration wanted = configure(options.learner, options.data, model.configuration);
  if (model.state && wanted != model.configuration) {
    throw UsageError(
        fmt::format("{} was made with {}; leave the option out to go on with it, or remove 'state' from its JSON form to "
                    "start a fresh learner from its weights",
                    *options.start, difference(wanted, model.configuration)));
  }
  model.configuration = wanted;
  return model;
}

// The feature whose weight online scaling has just made many orders of magnitude larger, if there is one, in words.
std::optional<std::string> steep_growth(const Block& block, std::size_t i) {
  constexpr double steep = 50;  // powers of ten: rarer than a learner that runs away
  std::map<Index, double> powers;
  for (const Growth& growth : block.growths) {
    if (growth.row == i) powers[growth.index] += std::log10(growth.factor);
  }
  const auto steepest = std::ranges::max_element(powers, {}, [](const auto& entry) { return entry.second; });
  if (steepest == powers.end() || steepest->second < steep) return std::nullopt;
  return fmt::format("feature {} is {:.0f} orders of magnitude larger than ever before", steepest->first, steepest->second);
}

void require_finite(const Round& round, const ExampleStream& stream, const Block& block, std::size_t i,
                    const Configuration& configuration) {
  if (is_sound(round)) return;
  if (const auto growth = steep_growth(block, i)) {
    throw DataError(
        fmt::format("{}: {}, and its weight cannot grow as much; mend the value, leave out the rows before, or use --scale "
                    "max-abs; no model is written",
                    stream.where(block, i), *growth));
  }
  if (learner_name(configuration) == "auto") {
    throw DataError(
        fmt::format("{}: the {} loss of this row is beyond what a double can hold; is the label right? no model is written",
                    stream.where(block, i), configuration.loss));
  }
  throw DataError(
      fmt::format("{}: the numbers have grown beyond what a double can hold ({}, beta {:g}); {}use an "
                  "implicit learner, or give a smaller --beta; no model is written",
                  stream.where(block, i), learner_name(configuration), configuration.beta,
                  configuration.scale == "none" ? "scale the features with --scale max-abs, " : ""));
}

// A sum that no model could hold ends the run where it happened.
void require_sum(const Tally& tally, const ExampleStream& stream, const Block& block, std::size_t i) {
  if (tally.cumulative_loss() <= Limits{}.most) return;
  throw DataError(fmt::format(
      "{}: the cumulative loss has become {:g}, beyond what a model can hold ({:g}); are the labels right? no model is written",
      stream.where(block, i), tally.cumulative_loss(), Limits{}.most));
}

// Of a learner that can take only so many: `given` came in this run before the block, `known` before this run.
void require_few_examples(const ExampleStream& stream, const Block& block, std::uint64_t given, std::uint64_t known,
                          std::uint64_t most, const Configuration& configuration) {
  const std::uint64_t taken = most - std::min(known, most);
  if (given + block.rows.size() <= taken) return;
  throw DataError(
      fmt::format("{}: more than {} examples; {} goes through all of them in each round and takes no more: {}use ada-implicit",
                  stream.where(block, taken - given), most, learner_name(configuration),
                  taken > 0 ? fmt::format("give --limit {}, or ", taken) : ""));
}

// Such a learner refuses a longer file before it spends minutes on the first part.
void require_short_files(const TrainOptions& options, const Model& model, std::uint64_t most) {
  if (!can_be_read_twice(options.data)) return;
  DataOptions in_order = options.data;
  in_order.shuffle.reset();
  Input input(in_order, model, Input::Use::learning);
  std::uint64_t given = 0;
  while (const Block* block = input.stream().next()) {
    require_few_examples(input.stream(), *block, given, model.tally.examples, most, model.configuration);
    given += block->rows.size();
  }
}

// Between rows, weights grow as online scaling asks, and experts are asked for their shares. `before` examples came before.
void learn_block(AnyLearner& learner, const Block& block, std::span<Round> rounds, std::uint64_t before,
                 std::optional<ExpertTrace>& experts) {
  std::size_t row = 0;
  const auto learn_to = [&](std::size_t stop) {
    if (stop > row) learner.learn(block.rows, row, rounds.subspan(row, stop - row));
    row = stop;
  };
  const auto learn_until = [&](std::size_t stop) {
    for (std::size_t i = row + 1; experts && i <= stop; ++i) {
      if (!ExpertTrace::is_due(before + i)) continue;
      learn_to(i);
      experts->round(before + i, *learner.report());
    }
    learn_to(stop);
  };
  for (const Growth& growth : block.growths) {
    learn_until(growth.row);
    learner.grow_weight(growth.index, growth.factor);
  }
  learn_until(block.rows.size());
}

std::vector<double> predicted(std::span<const Round> rounds) {
  std::vector<double> values;
  for (const Round& round : rounds) values.push_back(round.prediction);
  return values;
}

void measure(Metrics& metrics, std::span<const Round> rounds, const Dataset& rows) {
  for (std::size_t i = 0; i < rows.size(); ++i) metrics.add(rounds[i].prediction, rows.label(i), rows.weight(i));
}

void note(const std::string& what) { fmt::print(stderr, "tacit: note: {}\n", what); }

// Of hashed names the largest index says nothing: how many have been met, if all of them were met in this run.
std::string features_met(const Tally& tally, const HashedNames& hashed, bool fresh) {
  if (hashed.bits == 0) return fmt::format("{}", tally.features);
  return fresh ? fmt::format("{}, hashed to {} bits", hashed.indices, hashed.bits) : fmt::format("hashed, {} bits", hashed.bits);
}

}  // namespace

void train(const TrainOptions& options) {
  Model model = first_model(options);
  const auto learner = revive(model);
  Configuration& configuration = model.configuration;
  Tally& tally = model.tally;
  const bool two_class = is_two_class(configuration);
  const bool implicit = configuration.update == ImplicitUpdate::name;

  std::optional<Metrics> metrics;
  if (options.metrics) metrics = chosen_metrics(*options.metrics, configuration);
  const bool aside = require_good_outputs(options, options.data.files);
  const auto most = learner->most_examples();
  if (most) require_short_files(options, model, *most);
  std::optional<Monitor> monitor;
  if (options.monitor) {
    monitor.emplace(configuration, options.rounds_per_false_alarm.value_or(default_rounds_per_false_alarm),
                    options.start ? Monitor::Start::elsewhere : Monitor::Start::zero);
  }
  if (options.rounds_per_false_alarm && !monitor)
    throw UsageError("--false-alarm-rounds is of the monitor: give --monitor as well");
  const Monitor* watching = monitor ? &*monitor : nullptr;
  std::optional<TraceFile> trace;
  std::optional<PredictionFile> predictions;
  std::optional<OutputFile> model_file;
  std::optional<ExpertTrace> experts;
  if (options.experts && !learner->report())
    throw UsageError(fmt::format("--experts is for auto; the learner is {}", learner_name(configuration)));
  if (options.experts) experts.emplace(*options.experts);
  if (options.trace) trace.emplace(*options.trace, implicit, watching);
  if (options.predictions) predictions.emplace(*options.predictions);
  if (options.model) model_file.emplace(*options.model);

  std::optional<KnownFeatures> known;
  if (options.start) known.emplace(model);
  ClassesSeen classes;
  Input input(options.data, model, Input::Use::learning);
  ExampleStream& stream = input.stream();
  Progress progress(options.quiet, tally, watching);
  std::vector<Round> rounds;
  const auto began = std::chrono::steady_clock::now();
  const auto examples_before = tally.examples;
  while (const Block* block = stream.next()) {
    const Dataset& rows = block->rows;
    if (most) require_few_examples(stream, *block, tally.examples - examples_before, examples_before, *most, configuration);
    if (known) known->observe(rows);
    rounds.resize(rows.size());
    learn_block(*learner, *block, rounds, tally.examples, experts);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const Example example = rows[i];
      require_finite(rounds[i], stream, *block, i, configuration);
      tally.add(rounds[i], example, two_class);
      require_sum(tally, stream, *block, i);
      if (monitor && monitor->add(rounds[i], example)) progress.note(drift_alarm(stream.where(*block, i)));
      if (trace) trace->round(tally, rounds[i], example);
      progress.round(tally, rounds[i], example);
      classes.observe(example.label);
    }
    if (metrics) measure(*metrics, rounds, rows);
    if (trace) trace->deliver();
    if (predictions) predictions->write(*block, predicted(rounds));
    if (!rows.empty()) progress.block(tally, rounds.back(), rows[rows.size() - 1]);
  }
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  progress.finish(tally);
  input.report();
  if (tally.examples == examples_before) throw DataError(input.no_examples());
  if (known && known->none()) note(*known->note(0));
  if (const auto labels = classes.labels(); labels && !options.learner.loss && !options.start && !two_class) {
    note(
        fmt::format("the labels are only {:g} and {:g}, and were learned as numbers; for two classes say --loss hinge or --loss "
                    "logistic",
                    labels->first, labels->second));
  }

  if (const auto labels = stream.labels()) configuration.labels = labels;
  if (model_file) {
    model = snapshot(configuration, tally, *learner);
  } else {
    model.lambda = learner->lambda();
  }
  model.largest = stream.largest();
  model.names = input.names().dictionary();
  model.columns = input.columns();
  if (model_file) write_model(model, *model_file);
  if (trace) trace->commit();
  if (predictions) predictions->commit();
  if (experts) experts->commit();
  if (model_file) model_file->commit();
  const TrainSummary summary{.model = model,
                             .seconds = seconds,
                             .skipped = input.skipped(),
                             .collisions = input.names().collisions(),
                             .features = features_met(tally, input.names().hashed(), examples_before == 0),
                             .mixture = learner->report(),
                             .metrics = metrics ? &*metrics : nullptr,
                             .monitor = watching};
  print(summary, options.json, aside ? stderr : stdout);
}

}  // namespace tacit::cli
