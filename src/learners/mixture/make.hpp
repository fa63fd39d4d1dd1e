// Makes the learner called `auto`.
#pragma once

#include <span>

#include "tacit/core/instruction_set.hpp"
#include "tacit/learners/any_learner.hpp"

namespace tacit {

// Null if this build lacks the loss.
std::unique_ptr<AnyLearner> make_mixture(const Configuration& configuration, InstructionSet set = instruction_sets().back());

// Whether AnyLearner::serve of such a learner can have left these numbers.
bool mixture_can_have_said(const Configuration& configuration, std::span<const double> numbers);

}  // namespace tacit
