#include "cli/train/watch.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/errors.hpp"
#include "cli/input/input.hpp"
#include "cli/options/wording.hpp"
#include "cli/output/log.hpp"
#include "cli/output/metrics_report.hpp"
#include "cli/train/monitor_report.hpp"
#include "tacit/data/data_error.hpp"

namespace tacit::cli {

namespace {

constexpr const char* metrics_group = "metrics";
constexpr const char* monitor_group = "monitor";
constexpr const char* elsewhere_part = "elsewhere";

std::optional<Metrics> make_metrics(const TrainOptions& options, const Configuration& configuration) {
  if (!options.metrics) return std::nullopt;
  return chosen_metrics(*options.metrics, configuration);
}

std::optional<Monitor> make_monitor(const TrainOptions& options, const Configuration& configuration, bool elsewhere) {
  if (options.rounds_per_false_alarm && !options.monitor)
    throw UsageError("--false-alarm-rounds belongs to the monitor: give --monitor as well");
  if (!options.monitor) return std::nullopt;
  return Monitor(configuration, options.rounds_per_false_alarm.value_or(default_rounds_per_false_alarm),
                 elsewhere ? Monitor::Start::elsewhere : Monitor::Start::zero);
}

}  // namespace

Watch::Watch(const TrainOptions& options, const Session& session, bool loaded, std::optional<KnownFeatures> known,
             const Unfinished* unfinished)
    : options_(options),
      elsewhere_(unfinished == nullptr ? loaded : began_elsewhere(*unfinished)),
      metrics_(make_metrics(options, session.configuration())),
      monitor_(make_monitor(options, session.configuration(), elsewhere_)),
      outputs_(options, session, monitor(), unfinished),
      known_(std::move(known)),
      progress_(options, session.tally(), monitor(),
                has_class_names(session.configuration()) ? &session.configuration() : nullptr),
      saves_(options.save_every, session.tally().examples) {
  if (ClassMetrics* const classes = metrics_ ? metrics_->classes() : nullptr) {
    std::vector<bool> seen(session.outputs());
    for (std::size_t k = 0; k < seen.size(); ++k) seen[k] = session.learner().has_seen(k);
    classes->begin(std::move(seen), true);
  }
  if (unfinished != nullptr) restore(*unfinished, *options.start);
}

bool Watch::began_elsewhere(const Unfinished& unfinished) { return unfinished.watched.find(elsewhere_part) != nullptr; }

// Goes on with what was measured of the rows before.
void Watch::restore(const Unfinished& unfinished, const std::string& model) {
  const auto take = [&](const char* option, const char* group, auto& watcher) {
    try {
      if (watcher) watcher->restore(unfinished.watched, group);
    } catch (const std::invalid_argument& error) {
      throw UsageError(fmt::format("{} of the unfinished run of {} was given otherwise, or not at all: give it as then ({})",
                                   option, model, error.what()));
    }
  };
  take("--metrics", metrics_group, metrics_);
  take("--monitor", monitor_group, monitor_);
}

void Watch::rows_end(const Session& session, const RowsOfBlock& rows, std::span<const Round> rounds) {
  const Dataset& all = rows.block.rows;
  for (std::size_t i = rows.from; metrics_ && i < rows.to; ++i) {
    const double prediction = rounds[i - rows.from].prediction;
    if (ClassMetrics* const classes = metrics_->classes()) {
      const double weight = all.weight(i);
      classes->add(prediction, all.label(i), weight, session.scores_of(i), rounds[i - rows.from].loss_before / weight);
    } else {
      metrics_->add(prediction, all.label(i), all.given_weight(i));
    }
  }
  outputs_.rows_end(session, rows, rounds);
  if (!rounds.empty()) progress_.rows_end(session.tally(), rounds.back(), all[rows.to - 1]);
  save_if_due(session);
}

void Watch::rows_skipped(const RowsOfBlock& rows) {
  for (std::size_t i = rows.from; i < rows.to; ++i) classes_.observe(rows.block.rows.label(i));
}

void Watch::idle(const Session& session) {
  progress_.idle(session.tally());
  save_if_due(session);
}

void Watch::save_if_due(const Session& session) {
  const std::uint64_t examples = session.tally().examples;
  const bool asked = Signals::take_save();
  if (!asked && !saves_.due(examples)) return;
  progress_.clear_line();
  if (!options_.model || !RunFile::lasts(*options_.model))
    return print_note("SIGUSR1 saves the model, but there is no file for it: give -o MODEL");
  const Model model = this->model(session);  // an output that cannot be written ends the run
  if (!model.unfinished) return print_note("SIGUSR1 saves the model, but there has been no row yet");
  try {
    save_model(model, *options_.model);
    saves_.saved(examples);
    outputs_.saved();
  } catch (const DataError& error) {
    saves_.tried(examples);
    return print_note(say("the model is not saved: ", error.message(), "; the run goes on"));
  }
  if (!asked && log_form() == LogForm::text) return;
  log("saved", fmt::format("tacit: saved {} after {} examples", *options_.model, examples),
      {{"model", *options_.model}, {"examples", examples}});
}

Model Watch::model(const Session& session) {
  Model model = session.model();
  if (!model.unfinished) return model;
  LearnerState watched;
  if (metrics_) metrics_->save(watched, metrics_group);
  if (monitor_) monitor_->save(watched, monitor_group);
  if (elsewhere_) watched.add(elsewhere_part, 1.0);
  outputs_.save(watched);
  model.unfinished->watched = std::move(watched);
  return model;
}

void Watch::note_drift(const RowOfBlock& row) { progress_.note(drift_alarm(row.where())); }

void Watch::note_features() const {
  if (known_ && known_->none()) print_note(*known_->note(0));
}

}  // namespace tacit::cli
