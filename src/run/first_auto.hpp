// Models of the first edition of `auto`, which had sixteen experts. No learner has such a state any more: what is left of it is
// the one vector of weights that its experts come to by share, from which a learner begins afresh.
#pragma once

#include "tacit/learners/configuration.hpp"
#include "tacit/learners/state.hpp"

namespace tacit {

// What the parts of such a state are called, and of which types they are.
LearnerState first_auto_state(const Configuration& configuration);
bool is_first_auto(const LearnerState& state);

// The weight of each feature as it comes. Throws std::invalid_argument if the numbers cannot be those of such a state.
SparseWeights first_auto_weights(const LearnerState& state);

}  // namespace tacit
