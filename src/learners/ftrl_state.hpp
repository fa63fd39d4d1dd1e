// What Ftrl remembers, as the state of any learner.
#pragma once

#include "tacit/learners/ftrl_state.hpp"
#include "tacit/learners/state.hpp"

namespace tacit {

LearnerState to_learner_state(const FtrlState& state);
// Throws std::invalid_argument if a part is missing. Whether the parts fit together is checked by Ftrl.
FtrlState to_ftrl_state(const LearnerState& state);

SparseWeights weights_of(const FtrlState& state);
// The state before any example.
FtrlState begin_from(const SparseWeights& weights);

}  // namespace tacit
