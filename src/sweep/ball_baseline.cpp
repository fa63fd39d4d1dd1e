#include "sweep/kernel.hpp"

namespace tacit {

constinit const BaselineKernels ball_baseline_kernels = lane_kernels<Ball, BaselineLanes, BaselineLanes>();

}  // namespace tacit
