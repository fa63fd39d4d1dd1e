// What a prediction is made of: contributions w_j (z_j - mean_j) of features to the score, the largest first.
//
// Together with the score of an example at all means they add up to the score w z. Means are those that a model keeps to stand in
// for missing numbers: of columns that are numbers in tables, JSON and named examples; of other features 0. The bias is always
// the same and no contribution.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "tacit/core/row.hpp"
#include "tacit/data/missing_values.hpp"
#include "tacit/learners/any_learner.hpp"
#include "tacit/run/model.hpp"

namespace tacit {

struct Contribution {
  Index index;
  double value;
};

class Explanations {
 public:
  // Of so many features per example at most. The weights are those that predict; their rows are scaled.
  Explanations(const Model& model, SparseWeights weights, std::size_t most);

  // Those of the example that are not 0; features of the same size come by their index. Valid until the next call.
  std::span<const Contribution> of(const Row& row);

 private:
  double weight(Index index) const;

  SparseWeights weights_;
  std::vector<Contribution> at_zero_;  // of features with a mean, where they are 0; by index
  MissingValues means_;
  std::size_t most_;
  std::vector<Contribution> found_;
};

}  // namespace tacit
