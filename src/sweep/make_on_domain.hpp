// One domain per source file, so that they compile side by side. Returns null if the learner has no form in lanes.
#pragma once

#include "tacit/sweep/sweep.hpp"

namespace tacit {

std::unique_ptr<Sweep> make_whole_space_sweep(const Configuration& configuration, std::span<const double> betas,
                                              InstructionSet set);
std::unique_ptr<Sweep> make_ball_sweep(const Configuration& configuration, std::span<const double> betas, InstructionSet set);

}  // namespace tacit
