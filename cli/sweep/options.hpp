// What `tacit sweep` can be told, defaults beside the fields.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tacit/run/settings.hpp"
#include "tacit/sweep/plan.hpp"

namespace CLI {
class App;
}

namespace tacit::cli {

// The learners of a plan by default, with commas between.
std::string swept_by_default();

struct SweepOptions {
  std::vector<std::string> files;
  Settings settings;
  std::string learners = swept_by_default();
  std::string betas = SweepPlan().betas;
  std::optional<std::string> l1;
  std::optional<std::uint64_t> repeats;
  std::optional<std::uint64_t> seed;
  bool natural = false;
  std::optional<std::uint64_t> threads;  // as many as there are cores
  std::optional<std::string> instruction_set;
  std::optional<std::string> out;
  std::optional<std::string> report;
  std::string command;  // all that was typed
  bool quiet = false;
};

void describe(CLI::App& command, SweepOptions& options);

}  // namespace tacit::cli
