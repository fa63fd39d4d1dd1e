// What `tacit train` does beside learning: writes trace, predictions and shares of experts, measures, watches for drift and shows
// progress. The files appear when commit() is called, and not before.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/input/known_features.hpp"
#include "cli/output/mixture_report.hpp"
#include "cli/output/prediction_file.hpp"
#include "cli/train/classes_seen.hpp"
#include "cli/train/options.hpp"
#include "cli/train/progress.hpp"
#include "cli/train/trace_file.hpp"
#include "tacit/certify/monitor.hpp"
#include "tacit/eval/metrics.hpp"
#include "tacit/run/observer.hpp"
#include "tacit/run/session.hpp"

namespace tacit::cli {

class Watch : public NoObserver {
 public:
  // `known` is given if there is a model to start from. Throws UsageError where an option does not fit the learner.
  Watch(const TrainOptions& options, const Session& session, std::optional<KnownFeatures> known);

  void block_begins(const Block& block) {
    if (known_) known_->observe(block.rows);
  }
  void round(const RowOfBlock& row, const Round& round, const Tally& tally) {
    const Example example = row.example();
    if (monitor_ && monitor_->add(round, example)) note_drift(row);
    if (trace_) trace_->round(tally, round, example);
    progress_.round(tally, round, example);
    classes_.observe(example.label);
  }
  void block_ends(const Block& block, std::span<const Round> rounds, const Tally& tally);

  std::uint64_t next_pause(std::uint64_t examples) const {
    return experts_ ? ExpertTrace::next_due(examples) : NoObserver::next_pause(examples);
  }
  void pause(std::uint64_t examples, const AnyLearner& learner) { experts_->round(examples, *learner.report()); }

  // Prints the last line of progress, once all is learned.
  void finish(const Tally& tally) { progress_.finish(tally); }
  // Prints a note if the model to start from knew none of the features.
  void note_features() const;
  const ClassesSeen& classes() const { return classes_; }
  void commit();

  const Metrics* metrics() const { return metrics_ ? &*metrics_ : nullptr; }
  const Monitor* monitor() const { return monitor_ ? &*monitor_ : nullptr; }

 private:
  void note_drift(const RowOfBlock& row);

  std::optional<Metrics> metrics_;
  std::optional<Monitor> monitor_;
  std::optional<TraceFile> trace_;
  std::optional<PredictionFile> predictions_;
  std::optional<ExpertTrace> experts_;
  std::optional<KnownFeatures> known_;
  ClassesSeen classes_;
  Progress progress_;
  std::vector<double> predicted_;
};

}  // namespace tacit::cli
