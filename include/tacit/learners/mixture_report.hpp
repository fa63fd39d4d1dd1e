// How a mixture of experts came to its predictions.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tacit/core/tree.hpp"

namespace tacit {

// One expert as the mixture sees it.
struct ExpertReport {
  std::string name;
  std::string family;       // geometry and rule: the name without its c
  std::string kind{};       // the geometry alone; of a guess, `guesses`
  double beta = 0;          // in its geometry; 0 if its rule has none
  double share = 0;         // of the coming prediction
  double average_loss = 0;  // had it predicted alone, within the range that can be right

  bool is_guess() const { return kind == guesses; }
  static constexpr std::string_view guesses = "guesses";
};

struct MixtureReport {
  std::vector<ExpertReport> experts;
  bool has_learned = true;                 // else numbers of experts tell nothing yet
  double share_of_recent = 0;              // of the mixer that forgets
  double share_of_certain = 0;             // of predictions made more certain
  double share_of_corrected = 0;           // of predictions corrected by the last misses, or calibrated
  std::optional<double> collapsed_loss{};  // average, had one vector of weights predicted; nothing of several classes
  std::uint64_t forgotten_features = 0;    // as the memory was full; one that came back and went again counts twice

  // The geometric mean of the experts' betas, weighted by share; 0 if no expert with a beta has a share.
  double effective_beta() const;
};

// Teams of experts see other features, and the names and families of a team's experts end so. The third team sees all.
inline constexpr std::array<std::string_view, 4> team_endings{" of the columns alone", " of columns and lags", "",
                                                              " without crosses"};
inline constexpr std::size_t team_of_all = 2;
// The team whose experts have this family, or this name.
std::size_t team_of(std::string_view family);

// The groups of features that a run makes.
struct MadeGroups {
  bool lags = false;
  bool calendar = false;
  bool crosses = false;
};

// Names of all experts that there are once rows have each of these groups, in the order of a report: teams may join late.
std::vector<std::string> names_of_experts(const MixtureReport& report, const MadeGroups& made);

// The report as programs read it: the keys of `mixture` in `tacit train --json`, and of Python's Learner.report. Losses are by
// `average_least` more than those of the report, which leave it out.
Tree::Object report_tree(const MixtureReport& report, double average_least);

}  // namespace tacit
