// What `tacit train` does beside learning: writes files row by row, measures, watches for drift, shows progress, saves the model
// on the way and hears signals.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/train/classes_seen.hpp"
#include "cli/train/options.hpp"
#include "cli/train/progress.hpp"
#include "cli/train/run_outputs.hpp"
#include "cli/train/saves.hpp"
#include "cli/train/signals.hpp"
#include "tacit/certify/monitor.hpp"
#include "tacit/eval/metrics.hpp"
#include "tacit/run/known_features.hpp"
#include "tacit/run/observer.hpp"
#include "tacit/run/session.hpp"

namespace tacit::cli {

class Watch : public NoObserver {
 public:
  // `loaded` tells whether the session began with a model, `known` what features that knows; `unfinished` is given if its run
  // goes on. Throws UsageError where an option does not fit the learner or that run.
  Watch(const TrainOptions& options, const Session& session, bool loaded, std::optional<KnownFeatures> known,
        const Unfinished* unfinished);

  // Whether the run began from a model, which an unfinished one remembers.
  static bool began_elsewhere(const Unfinished& unfinished);

  void block_begins(const Block& block) {
    if (known_) known_->observe(block.rows);
  }
  void round(const RowOfBlock& row, const Round& round, const Tally& tally) {
    const Example example = row.example();
    if (monitor_ && monitor_->add(round, example)) note_drift(row);
    outputs_.round(tally, round, example);
    progress_.round(tally, round, example);
    classes_.observe(example.label);
  }
  void rows_end(const Session& session, const RowsOfBlock& rows, std::span<const Round> rounds);
  void rows_skipped(const RowsOfBlock& rows);

  std::uint64_t next_pause(std::uint64_t examples) const {
    const std::uint64_t none = NoObserver::next_pause(examples);
    return std::min(outputs_.next_due(examples, none), saves_.next_due(examples, none));
  }
  // Of later passes nothing is shown, but the model is saved on the way.
  std::uint64_t later_pause(std::uint64_t examples) const { return saves_.next_due(examples, NoObserver::later_pause(examples)); }
  void later_rows_end(const Session& session, const RowsOfBlock&) { save_if_due(session); }
  bool stops() const { return Signals::end() != 0; }
  // A signal does not end the wait for rows.
  std::chrono::steady_clock::time_point wakes_at() const {
    return std::chrono::steady_clock::now() + std::chrono::milliseconds(50);
  }
  void idle(const Session& session);

  // Prints the last line of progress, once all is learned.
  void finish(const Tally& tally) { progress_.finish(tally); }
  // Prints a note if the model to start from knew none of the features.
  void note_features() const;
  const ClassesSeen& classes() const { return classes_; }

  // The model of the session; that of an unfinished run remembers what is watched.
  Model model(const Session& session);
  // How many examples the model had seen that was saved last on the way; nothing if none was.
  std::optional<std::uint64_t> saved() const { return saves_.last(); }
  // The files appear.
  void commit() { outputs_.commit(); }

  // Whether metrics need the scores of all classes.
  bool needs_scores() const { return metrics_ && metrics_->classes() != nullptr && metrics_->classes()->needs_scores(); }
  const Metrics* metrics() const { return metrics_ ? &*metrics_ : nullptr; }
  const Monitor* monitor() const { return monitor_ ? &*monitor_ : nullptr; }

 private:
  void note_drift(const RowOfBlock& row);
  void restore(const Unfinished& unfinished, const std::string& model);
  void save_if_due(const Session& session);

  const TrainOptions& options_;
  bool elsewhere_;  // the run began from a model
  std::optional<Metrics> metrics_;
  std::optional<Monitor> monitor_;
  RunOutputs outputs_;
  std::optional<KnownFeatures> known_;
  ClassesSeen classes_;
  Progress progress_;
  Saves saves_;
};

}  // namespace tacit::cli
