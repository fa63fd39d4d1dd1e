// Everything that a mixture carries from one round to the next, and what it tells about itself.
#pragma once

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "tacit/core/row.hpp"

namespace tacit {

struct MixtureState {
  // Sixteen weights, of the experts in their order, then the record that FeatureScales keeps of the feature.
  static constexpr std::size_t numbers_a_feature = 24;

  struct Common {
    Index index = 0;
    double mean = 0;
    double metric = 0;

    bool operator==(const Common&) const = default;
  };

  std::vector<std::pair<std::string, double>> numbers;
  std::vector<Index> features;  // in increasing order
  std::vector<double> table;    // numbers_a_feature for each of them
  std::vector<Common> common;   // features that most examples have, in the mixture's order
};

// One expert as the mixture sees it.
struct ExpertReport {
  std::string name;
  double beta = 0;          // in its geometry; 0 if its rule has none
  double share = 0;         // of the coming prediction
  double average_loss = 0;  // had it predicted alone, within the range that can be right
};

struct MixtureReport {
  std::vector<ExpertReport> experts;
  double share_of_recent = 0;   // of the mixer that forgets
  double share_of_certain = 0;  // of predictions made more certain
  double collapsed_loss = 0;    // average, had one vector of weights predicted
};

}  // namespace tacit
