// A model's features numbered one after another, in their order: a learner then takes memory by how many there are, not by the
// page for each that is far from the others.
#pragma once

#include <vector>

#include "tacit/run/model.hpp"

namespace tacit {

class CloseFeatures {
 public:
  // Whether the features are so far apart that this is worth it, and the learner is one that does not care about numbers.
  static bool suit(const Model& model);

  explicit CloseFeatures(const Model& model);

  LearnerState close(const LearnerState& state) const;
  SparseWeights close(SparseWeights weights) const;
  // The weights by the numbers that features had.
  SparseWeights apart(SparseWeights weights) const;

 private:
  Index place(Index feature) const;

  std::vector<Index> features_;  // by place; 0 is the bias, there or not
};

}  // namespace tacit
