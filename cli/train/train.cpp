#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "cli/commands.hpp"
#include "cli/errors.hpp"
#include "cli/input/input.hpp"
#include "cli/input/resolve_input.hpp"
#include "cli/output/outputs.hpp"
#include "cli/train/summary.hpp"
#include "cli/train/watch.hpp"
#include "tacit/data/output_file.hpp"
#include "tacit/run/configure.hpp"
#include "tacit/run/known_labels.hpp"
#include "tacit/run/session.hpp"

namespace tacit::cli {

namespace {

// Returns whether another output takes standard output; the summary then goes to standard error.
bool require_good_outputs(const TrainOptions& options) {
  std::vector<Output> outputs;
  const auto add = [&](const char* option, const std::optional<std::string>& path) {
    if (path) outputs.push_back({option, *path});
  };
  add("--trace", options.trace);
  add("--predictions", options.predictions);
  add("--experts", options.experts);
  const std::vector<std::string> data = inputs_of(options.files, options.settings);
  std::vector<std::string> inputs = data;
  if (options.start) inputs.push_back(*options.start);
  require_apart(outputs, inputs);
  add("-o", options.model);  // which may be the one to start from: it goes on
  require_apart(outputs, data);
  const auto taken = std::ranges::find(outputs, "-", &Output::path);
  if (taken == outputs.end()) return false;
  if (options.json)
    throw UsageError(fmt::format("{} - and --json both write to standard output: give {} a file", taken->option, taken->option));
  return true;
}

// The largest index says nothing about hashed names; counts the names met, if this run met all of them.
std::string features_met(const Tally& tally, const FeatureNames* names, bool fresh) {
  const HashedNames hashed = names != nullptr ? names->hashed() : HashedNames();
  if (hashed.bits == 0) return fmt::format("{}", tally.features);
  return fresh ? fmt::format("{}, hashed to {} bits", hashed.indices, hashed.bits) : fmt::format("hashed, {} bits", hashed.bits);
}

void note_classes(const TrainOptions& options, const Session& session, const ClassesSeen& classes) {
  const auto labels = classes.labels();
  if (!labels || options.settings.has("loss") || options.start || is_two_class(session.configuration())) return;
  print_note(say(fmt::format("the labels are only {:g} and {:g}, and were learned as numbers; for two classes say ",
                             labels->first, labels->second),
                 mention("loss", "hinge"), " or ", mention("loss", "logistic")));
}

// A fresh learner, or that of --start with the settings put over it.
Session begin(const TrainOptions& options, std::optional<KnownFeatures>& known) {
  if (!options.start)
    return Session(with_known_labels(options.settings, configure(options.settings), options.files, data_folders()));
  LoadedModel start = load(*options.start);
  known.emplace(start.model);
  return {std::move(start), options.settings, *options.start};
}

void learn(Session& session, const TrainOptions& options, Complaints& complaints, Watch& watch) {
  try {
    session.learn_files(resolve_inputs(options.files), options.settings, complaints, watch);
  } catch (const NoExamples&) {
    report_reading(complaints, session.names(), options.settings);
    throw;
  }
  watch.finish(session.tally());
  report_reading(complaints, session.names(), options.settings);
  watch.note_features();
  note_classes(options, session, watch.classes());
}

}  // namespace

void train(const TrainOptions& options) {
  const bool aside = require_good_outputs(options);
  std::optional<KnownFeatures> known;
  Session session = begin(options, known);
  Watch watch(options, session, std::move(known));
  std::optional<OutputFile> model_file;
  if (options.model) model_file.emplace(*options.model);

  const bool fresh = session.tally().examples == 0;
  Complaints complaints(on_error(options.settings));
  const auto began = std::chrono::steady_clock::now();
  learn(session, options, complaints, watch);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();

  if (model_file) write_model(session.model(), *model_file);
  watch.commit();
  if (model_file) model_file->commit();
  const FeatureNames* const names = session.names();
  const TrainSummary summary{.session = session,
                             .seconds = seconds,
                             .skipped = complaints.count(),
                             .collisions = names != nullptr ? names->collisions() : 0,
                             .features = features_met(session.tally(), names, fresh),
                             .metrics = watch.metrics(),
                             .monitor = watch.monitor()};
  print(summary, options.json, aside ? stderr : stdout);
}

}  // namespace tacit::cli
