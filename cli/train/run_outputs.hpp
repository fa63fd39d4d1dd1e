// The files that a run writes row by row: trace, predictions and shares of experts. They appear when commit() is called or when
// the model is saved on the way, which remembers how long they were.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/output/mixture_report.hpp"
#include "cli/output/prediction_file.hpp"
#include "cli/train/options.hpp"
#include "cli/train/trace_file.hpp"
#include "tacit/run/session.hpp"

namespace tacit::cli {

class RunOutputs {
 public:
  // Goes on with the files of the unfinished run, if there is one. Throws UsageError where an option does not fit the learner or
  // that run.
  RunOutputs(const TrainOptions& options, const Session& session, const Monitor* monitor, const Unfinished* unfinished);

  void round(const Tally& tally, const Round& round, const Example& example) {
    if (trace_) trace_->round(tally, round, example);
  }
  void rows_end(const Session& session, const RowsOfBlock& rows, std::span<const Round> rounds);
  // The next round, after this many, behind which experts are looked at; `none` if there is none.
  std::uint64_t next_due(std::uint64_t examples, std::uint64_t none) const {
    return experts_ ? ExpertTrace::next_due(examples) : none;
  }

  // Makes what was written safe, and notes how much that is.
  void save(LearnerState& state);
  // The model that holds what was noted is saved.
  void saved();
  void commit();

 private:
  // Calls visit(option, file) for each file that is written and lasts.
  template <class Visit>
  void each_lasting(Visit&& visit);

  std::optional<TraceFile> trace_;
  std::optional<PredictionFile> predictions_;
  std::optional<ExpertTrace> experts_;
  std::vector<std::string_view> lasting_;  // options whose files a run can go on with
  std::uint64_t next_shares_ = 0;
  std::vector<double> predicted_;
  std::vector<std::string_view> names_;
};

}  // namespace tacit::cli
