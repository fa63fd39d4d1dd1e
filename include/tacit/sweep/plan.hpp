// A plan says what a sweep runs, in people's words, with defaults for what they leave out.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tacit/core/instruction_set.hpp"
#include "tacit/sweep/run.hpp"

namespace tacit {

// The defaults are the paper's learners and betas.
struct SweepPlan {
  std::vector<std::string> learners{"ogd", "ada-ogd", "implicit", "ada-implicit"};  // a name that comes twice counts once
  std::string betas = "2^-20..2^20";                                                // betas.hpp says how they are written
  std::optional<std::uint64_t> repeats{};                                           // default_repeats
  std::optional<std::uint64_t> seed{};     // of the first repeat (default_seed); the seeds of the others count up
  bool natural = false;                    // the order of the file, once, in place of shuffles
  std::optional<std::uint64_t> threads{};  // one per core
  InstructionSet instruction_set = instruction_sets().back();
  std::optional<std::string> l1{};  // prices of the sum of |weight|, written as betas are; 0 may be among them

  static constexpr std::uint64_t default_repeats = 10;
  static constexpr std::uint64_t default_seed = 1;
};

// The learners that can be swept, by name; those without a beta run once per repeat.
std::vector<std::string_view> swept_learner_names();

// Throws SettingError about learners, betas, repeats, seed, natural or threads.
SweepSettings sweep_settings(const SweepPlan& plan);

}  // namespace tacit
