// These make the library's learners, for the list of kinds. Each returns null if this build lacks the loss.
#pragma once

#include <memory>

#include "tacit/learners/any_learner.hpp"

namespace tacit {

std::unique_ptr<AnyLearner> make_mirror_descent(const Configuration& configuration);
std::unique_ptr<AnyLearner> make_ftrl_learner(const Configuration& configuration);
std::unique_ptr<AnyLearner> make_implicit_ftrl_learner(const Configuration& configuration);
// Steps that pay for the size of the weights, in the whole space.
std::unique_ptr<AnyLearner> make_penalised_learner(const Configuration& configuration);

// Losses of several classes, in the whole space and on the ball.
std::unique_ptr<AnyLearner> make_class_learner(const Configuration& configuration);

// One domain per source file, so that they compile side by side.
std::unique_ptr<AnyLearner> make_whole_space_learner(const Configuration& configuration);
std::unique_ptr<AnyLearner> make_ball_learner(const Configuration& configuration);
std::unique_ptr<AnyLearner> make_box_learner(const Configuration& configuration);
std::unique_ptr<AnyLearner> make_simplex_learner(const Configuration& configuration);

}  // namespace tacit
