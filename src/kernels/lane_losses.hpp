// The losses that kernels in lanes are compiled for. A few stand for all in builds that look for bugs, which take long to make.
#pragma once

#include "tacit/losses/all.hpp"

namespace tacit {

#if defined(TACIT_SANITIZED) || defined(TACIT_FEW_LEARNERS)
using LaneLosses = TypeList<Hinge, Logistic, Huber>;
#else
using LaneLosses = AllLosses;
#endif

}  // namespace tacit
