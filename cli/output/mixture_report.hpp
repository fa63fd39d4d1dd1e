// What `auto` tells about itself: which experts its predictions are made of, and what others would have cost.
#pragma once

#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "cli/output/run_file.hpp"
#include "tacit/eval/tally.hpp"
#include "tacit/learners/mixture_report.hpp"

namespace tacit::cli {

// A few rows of a summary; none where nothing was learned yet.
void print_mixture(const MixtureReport& report, const Tally& tally, std::FILE* to);
// One row per expert.
void print_experts(const MixtureReport& report, const Tally& tally, std::FILE* to);

// Writes the shares of the experts over time as CSV, at most sixteen lines per doubling of the rounds. An expert has a column
// from the first line on, and the share 0 until its team joins.
class ExpertTrace {
 public:
  // Goes on behind the lines of an unfinished run, if there was one.
  ExpertTrace(const std::string& path, const std::optional<RunFile::Mark>& begin, bool begun)
      : file_(path, begin), begun_(begun) {}

  // The next round, after this many, for which a line is written.
  static std::uint64_t next_due(std::uint64_t rounds);
  void round(std::uint64_t round, const MixtureReport& report, const MadeGroups& made);
  RunFile::Mark mark() { return file_.mark(); }
  void keep_mark() { file_.keep_mark(); }
  void commit() { file_.commit(); }

 private:
  RunFile file_;
  bool begun_;  // the first line says whose the columns are
  std::vector<std::string> columns_;
};

}  // namespace tacit::cli
