// What `auto` tells about itself: which experts its predictions are made of, and what others would have cost.
#pragma once

#include <cstdio>
#include <string>

#include "tacit/data/output_file.hpp"
#include "tacit/learners/mixture_report.hpp"

namespace tacit::cli {

// A few rows of a summary.
void print_mixture(const MixtureReport& report, double average_loss, std::FILE* to);
// One row per expert.
void print_experts(const MixtureReport& report, std::FILE* to);

// Writes the shares of the experts over time as CSV, at most sixteen lines per doubling of the rounds.
class ExpertTrace {
 public:
  explicit ExpertTrace(const std::string& path) : file_(path) {}

  // The next round, after this many, for which a line is written.
  static std::uint64_t next_due(std::uint64_t rounds);
  void round(std::uint64_t round, const MixtureReport& report);
  void commit() { file_.commit(); }

 private:
  OutputFile file_;
  bool begun_ = false;
};

}  // namespace tacit::cli
