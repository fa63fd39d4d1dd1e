// Makes auto for losses of several classes.
#pragma once

#include <memory>

#include "tacit/learners/any_learner.hpp"

namespace tacit {

std::unique_ptr<AnyLearner> make_class_mixture(const Configuration& configuration);

}  // namespace tacit
