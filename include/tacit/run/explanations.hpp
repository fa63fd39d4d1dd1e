// What a prediction is made of: contributions w_j (z_j - mean_j) of features to the score, the largest first.
//
// Together with the score of an example at all means they add up to the score w z. Means are those that a model keeps to stand in
// for missing numbers: of columns that are numbers in tables, JSON and named examples; of other features 0. The bias is always
// the same and no contribution.
//
// Of several classes, they are contributions to what decides: how far the score of the class predicted is ahead of that of the
// runner-up. What all scores have in common makes no difference to the prediction, and none to these.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "tacit/core/row.hpp"
#include "tacit/learners/any_learner.hpp"
#include "tacit/run/model.hpp"

namespace tacit {

struct Contribution {
  Index index;
  double value;
};

class Explanations {
 public:
  // Of so many features per example at most. The weights, a vector per class, are those that predict; their rows are scaled. The
  // learner, which outlives this, tells classes apart.
  Explanations(const Model& model, const AnyLearner& learner, std::vector<SparseWeights> weights, std::size_t most);
  // Of the learner's own weights.
  Explanations(const Model& model, const AnyLearner& learner, std::size_t most);

  // Contributions that are not 0, those of the same size by their index. Of several classes, of which one and against which
  // other; of the first alone where no other has come.
  struct Explanation {
    std::optional<std::size_t> predicted{};
    std::optional<std::size_t> against{};
    std::span<const Contribution> contributions{};
    double score = 0;  // or lead that the weights alone give the row, the bias included; that of a mixture differs
  };
  // Valid until the next call. `scores` are those of the row.
  Explanation of(const Row& row, std::span<const double> scores);

 private:
  double weight(Index index) const;
  void add(Index index, double weight, double difference);
  void choose(std::span<const double> scores, Explanation& explanation) const;
  double contribute(const Row& row);

  const AnyLearner& learner_;
  std::vector<SparseWeights> weights_;
  bool classes_;
  SparseWeights means_;  // those that are not 0
  std::size_t most_;
  const SparseWeights* of_ = nullptr;       // the weights at hand
  const SparseWeights* against_ = nullptr;  // that are taken away from these; null: none
  std::vector<Contribution> found_;
};

}  // namespace tacit
