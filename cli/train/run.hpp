// A run of `tacit train`: the session, the files it reads and writes, and what it says at its end.
#pragma once

#include <cstdio>
#include <optional>

#include "cli/train/options.hpp"
#include "cli/train/watch.hpp"
#include "tacit/data/complaints.hpp"
#include "tacit/data/output_file.hpp"
#include "tacit/run/session.hpp"

namespace tacit::cli {

class Run {
 public:
  // Begins afresh, or loads the model to start from.
  explicit Run(const TrainOptions& options);

  // Whether it is to go on with a run that came to the end of its input or to its limit.
  bool is_over() const { return options_.goes_on && loaded_ && !goes_on_; }
  // Learns from the files, to their end or until a signal comes. Returns whether there is something to write.
  bool learn();
  // The files appear, and the summary is printed; the files of a run that is over stay as they are, but for the model. The model
  // comes last: where it says that the run is over, all else is there, whenever the program was killed.
  void write(std::FILE* summary);
  // Says how far the run came if a signal has ended it, and throws EndedBySignal.
  void tell_of_signal() const;

 private:
  // What the run begins with.
  struct Start {
    std::optional<LoadedModel> model;
    std::optional<KnownFeatures> known;
  };
  static Start start_of(const TrainOptions& options);
  Run(const TrainOptions& options, Start start);

  std::uint64_t learn_files();
  void print_summary(std::FILE* to) const;
  void tell_of_start() const;
  void tell_of_failure() const;
  std::uint64_t skipped() const;

  const TrainOptions& options_;
  bool loaded_;
  Session session_;
  bool goes_on_;                // with an unfinished run
  bool fresh_;                  // all examples that the session knows are of this run
  std::optional<Watch> watch_;  // none if the run is over
  std::optional<OutputFile> model_file_;
  Complaints complaints_;
  double seconds_ = 0;
  bool ended_early_ = false;
};

}  // namespace tacit::cli
