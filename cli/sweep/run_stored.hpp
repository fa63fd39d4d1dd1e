// A sweep keeps its results as they come, so that it can be interrupted and continued.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "cli/sweep/rows.hpp"
#include "tacit/sweep/run.hpp"

namespace tacit::cli {

struct SweepJob {
  std::vector<SweepInput> inputs{};
  std::vector<std::string> files{};  // of the inputs
  SweepSettings settings{};
  std::string store = ":memory:";  // an SQLite database
  std::string configuration{};     // of identity_of
  std::string command{};
  bool quiet = false;
};

struct SweepOutcome {
  std::vector<SweepRow> rows{};  // by input, learner, beta and repeat, in the order of the job
  std::size_t known = 0;         // how many of the parts were in the store already
  double seconds = 0;
  Configuration configuration{};  // of the last input to be loaded; inputs differ in loss and labels alone
};

// Throws what loading and storing throw.
SweepOutcome run_stored_sweep(const SweepJob& job);

}  // namespace tacit::cli
