// Progress on standard error: loss so far and since the last line, at doubling intervals or as often as was asked; on a terminal
// also a live line.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

#include "cli/train/options.hpp"
#include "tacit/certify/monitor.hpp"
#include "tacit/core/round.hpp"
#include "tacit/core/row.hpp"
#include "tacit/eval/tally.hpp"
#include "tacit/learners/configuration.hpp"

namespace tacit::cli {

class Progress {
 public:
  // With a monitor, the table has five more columns.
  // Where labels are classes, the configuration that knows them is given.
  Progress(const TrainOptions& options, const Tally& before, const Monitor* monitor, const Configuration* classes = nullptr);
  ~Progress();

  void round(const Tally& tally, const Round& round, const Example& example) {
    if (tally.examples == next_) due(tally, round, example);
  }
  // Called every few hundred rounds, with the last of them: cheap, unless it is time to show something.
  void rows_end(const Tally& tally, const Round& round, const Example& example);
  // Called now and then while no rows come.
  void idle(const Tally& tally);
  // Prints the last line of the table, for what came after the one before.
  void finish(const Tally& tally);
  // Prints a line between those of the table.
  void note(std::string_view text);
  // Makes room for a line that somebody else prints.
  void clear_line();

 private:
  using Clock = std::chrono::steady_clock;

  // What a line of the table says of its own round.
  struct Shown {
    double label = 0;
    double prediction = 0;
    std::uint64_t nonzeros = 0;
  };

  void due(const Tally& tally, const Round& round, const Example& example);
  void line_if_time(const Tally& tally, Clock::time_point now);
  void line(const Tally& tally, const Shown& last);
  void table_line(const Tally& tally, double since, const Shown& last);
  void log_line(const Tally& tally, double since, const Shown& last);

  std::string shown(double label) const;

  bool quiet_;
  const Monitor* monitor_;
  const Configuration* classes_;
  bool live_allowed_;  // on a terminal
  bool live_ = false;
  std::uint64_t first_;
  std::uint64_t every_ = 0;           // examples; 0: at doubling numbers of them, or by the clock
  std::chrono::milliseconds time_{};  // 0: not by the clock
  std::uint64_t next_;                // the round of the next line
  std::uint64_t last_examples_;
  double last_weight_;
  double last_loss_;
  Shown latest_;
  Clock::time_point began_ = Clock::now();
  Clock::time_point shown_ = began_;      // the live line
  Clock::time_point last_line_ = began_;  // of the table
};

}  // namespace tacit::cli
