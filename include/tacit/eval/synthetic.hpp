// The paper's synthetic experiment: one dimension, quarter-square loss, y_t = 100 sin(pi t / (10 T)), a ball of diameter 150.
//
// The losses vary slowly in time, so AdaImplicit's cumulative loss hardly grows. The paper leaves x_1 open; it is 0 here.
#pragma once

#include <string>
#include <vector>

namespace tacit {

struct SyntheticSettings {
  int rounds = 2000;
  double diameter = 150;
  double beta = 1;
  double first_weight = 0;  // x_1
};

struct SyntheticCurve {
  std::string learner;
  std::string title;                    // as the paper calls it
  std::vector<double> cumulative_loss;  // after each round
};

// The paper's four learners, in its order.
std::vector<SyntheticCurve> run_synthetic(const SyntheticSettings& settings = {});

}  // namespace tacit
