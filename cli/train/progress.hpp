// Progress on standard error: loss so far and since the last line, at doubling intervals; on a terminal also a live line.
#pragma once

#include <chrono>
#include <string_view>

#include "tacit/certify/monitor.hpp"
#include "tacit/core/round.hpp"
#include "tacit/core/row.hpp"
#include "tacit/eval/tally.hpp"

namespace tacit::cli {

class Progress {
 public:
  // With a monitor, the table has five more columns.
  Progress(bool quiet, const Tally& before, const Monitor* monitor);
  ~Progress();

  void round(const Tally& tally, const Round& round, const Example& example);
  // Called once per block, with its last round: cheap, unless it is time to show something.
  void block(const Tally& tally, const Round& round, const Example& example);
  // Prints the last line of the table, for what came after the last doubling.
  void finish(const Tally& tally);
  // Prints a line between those of the table.
  void note(std::string_view text);

 private:
  // What a line of the table says of its own round.
  struct Shown {
    double label = 0;
    double prediction = 0;
    std::uint64_t nonzeros = 0;
  };

  void line(const Tally& tally, const Shown& last);
  void erase_live_line();

  bool quiet_;
  const Monitor* monitor_;
  bool terminal_;
  bool live_ = false;
  std::uint64_t first_;
  std::uint64_t next_ = 1;
  std::uint64_t last_examples_;
  double last_weight_;
  double last_loss_;
  Shown latest_;
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
  std::chrono::steady_clock::time_point shown_ = began_;
};

}  // namespace tacit::cli
