// The one vector of weights that does what a mixture's experts do by their shares: per feature, the sum of what each team gives.
#pragma once

#include "tacit/learners/state.hpp"

namespace tacit {

class CollapsedWeights {
 public:
  // Makes room for so many features more, and the bias.
  void make_room(std::size_t features) { parts_.reserve(parts_.size() + features + 1); }

  // What a team gives to the feature's weight; teams come one behind the other, each with increasing features.
  void add(Index index, double part) { parts_.emplace_back(index, part); }
  // What means take from the bias.
  double& to_bias() { return to_bias_; }

  SparseWeights sum() &&;

 private:
  SparseWeights parts_;
  double to_bias_ = 0;
};

}  // namespace tacit
