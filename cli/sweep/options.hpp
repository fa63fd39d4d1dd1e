// What `tacit sweep` can be told, defaults beside the fields.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tacit/run/settings.hpp"

namespace CLI {
class App;
}

namespace tacit::cli {

inline constexpr std::uint64_t default_repeats = 10;

struct SweepOptions {
  std::vector<std::string> files;
  Settings settings;
  std::string learners = "ogd,ada-ogd,implicit,ada-implicit";
  std::string betas = "2^-20..2^20";
  std::optional<std::uint64_t> repeats;  // default_repeats, unless natural
  std::optional<std::uint64_t> seed;     // 1
  bool natural = false;
  std::optional<std::uint64_t> threads;  // as many as there are cores
  std::optional<std::string> instruction_set;
  std::optional<std::string> out;
  std::optional<std::string> report;
  std::string command;  // all that was typed
  bool quiet = false;
};

void describe(CLI::App& command, SweepOptions& options);

std::vector<std::string_view> swept_learner_names();  // those with a beta

}  // namespace tacit::cli
