#include "sweep/kernel.hpp"

namespace tacit {

constinit const BaselineKernels whole_space_baseline_kernels = lane_kernels<WholeSpace, BaselineLanes, BaselineLanes>();

}  // namespace tacit
