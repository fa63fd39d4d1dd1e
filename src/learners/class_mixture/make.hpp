// Makes the learner called `auto` for losses of several classes.
#pragma once

#include <memory>

#include "tacit/core/instruction_set.hpp"
#include "tacit/learners/any_learner.hpp"

namespace tacit {

// Null if this build lacks the loss.
std::unique_ptr<AnyLearner> make_class_mixture(const Configuration& configuration,
                                               InstructionSet set = instruction_sets().back());

}  // namespace tacit
