// How a mixture of experts came to its predictions.
#pragma once

#include <string>
#include <vector>

namespace tacit {

// One expert as the mixture sees it.
struct ExpertReport {
  std::string name;
  double beta = 0;          // in its geometry; 0 if its rule has none
  double share = 0;         // of the coming prediction
  double average_loss = 0;  // had it predicted alone, within the range that can be right
};

struct MixtureReport {
  std::vector<ExpertReport> experts;
  std::vector<std::string> families;  // of each expert: geometry and rule, the name without its c
  double share_of_recent = 0;         // of the mixer that forgets
  double share_of_certain = 0;        // of predictions made more certain
  double collapsed_loss = 0;          // average, had one vector of weights predicted
};

}  // namespace tacit
