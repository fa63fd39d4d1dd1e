// The paper's experiments, each of which adds its tables and figures to the report and prints what it found.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "cli/report/report.hpp"
#include "tacit/data/registry.hpp"
#include "tacit/sweep/plan.hpp"

namespace tacit::cli {

struct ExperimentSettings {
  std::filesystem::path folder{};  // which exists
  std::uint64_t repeats = SweepPlan::default_repeats;
  unsigned threads = 1;
  std::string command{};
  bool quiet = false;
};

void reproduce_synthetic(Report& report);

// Shows the theorems on streams: regret against V_T, the lower bound, the doubling trick.
void reproduce_theory(Report& report);

// The paper's data sets of the tasks asked for: 41 betas, shuffles averaged, max-abs scaling and a bias.
void reproduce_paper_sweeps(const ExperimentSettings& settings, bool classification, bool regression, Report& report);

// Beyond the paper: the same sweep over a stream in its order of time, where losses vary slowly.
void reproduce_time_order(const ExperimentSettings& settings, Report& report);

// How the experts of `auto` share its predictions over time, in the order of the file.
void reproduce_shares(const KnownDataset& set, const std::string& file, const std::string& section, Report& report);

// Results are kept here as they come, so that an interrupted run can be continued.
inline std::filesystem::path unfinished_results(const ExperimentSettings& settings) {
  return settings.folder / "unfinished.sqlite";
}

}  // namespace tacit::cli
