#include "cli/train/watch.hpp"

#include <fmt/format.h>

#include "cli/errors.hpp"
#include "cli/input/input.hpp"
#include "cli/output/metrics_report.hpp"
#include "cli/train/monitor_report.hpp"
#include "tacit/learners/updates.hpp"

namespace tacit::cli {

namespace {

std::optional<Monitor> make_monitor(const TrainOptions& options, const Configuration& configuration) {
  if (options.rounds_per_false_alarm && !options.monitor)
    throw UsageError("--false-alarm-rounds belongs to the monitor: give --monitor as well");
  if (!options.monitor) return std::nullopt;
  return Monitor(configuration, options.rounds_per_false_alarm.value_or(default_rounds_per_false_alarm),
                 options.start ? Monitor::Start::elsewhere : Monitor::Start::zero);
}

}  // namespace

Watch::Watch(const TrainOptions& options, const Session& session, std::optional<KnownFeatures> known)
    : monitor_(make_monitor(options, session.configuration())),
      known_(std::move(known)),
      progress_(options.quiet, session.tally(), monitor()) {
  const Configuration& configuration = session.configuration();
  if (options.metrics) metrics_ = chosen_metrics(*options.metrics, configuration);
  if (options.experts && !session.learner().report())
    throw UsageError(fmt::format("--experts is for auto; the learner is {}", learner_name(configuration)));
  if (options.experts) experts_.emplace(*options.experts);
  if (options.trace) trace_.emplace(*options.trace, configuration.update == ImplicitUpdate::name, monitor());
  if (options.predictions) predictions_.emplace(*options.predictions);
}

void Watch::block_ends(const Block& block, std::span<const Round> rounds, const Tally& tally) {
  const Dataset& rows = block.rows;
  for (std::size_t i = 0; metrics_ && i < rows.size(); ++i) metrics_->add(rounds[i].prediction, rows.label(i), rows.weight(i));
  if (trace_) trace_->deliver();
  if (predictions_) {
    predicted_.clear();
    for (const Round& round : rounds) predicted_.push_back(round.prediction);
    predictions_->write(block, predicted_);
  }
  if (!rows.empty()) progress_.block(tally, rounds.back(), rows[rows.size() - 1]);
}

void Watch::note_drift(const RowOfBlock& row) { progress_.note(drift_alarm(row.where())); }

void Watch::note_features() const {
  if (known_ && known_->none()) print_note(*known_->note(0));
}

void Watch::commit() {
  if (trace_) trace_->commit();
  if (predictions_) predictions_->commit();
  if (experts_) experts_->commit();
}

}  // namespace tacit::cli
