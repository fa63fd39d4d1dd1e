#include "learners/class_mixture/kernel.hpp"

namespace tacit {

constinit const ClassKernel class_baseline_kernel = class_kernel<LanesOf<16, class_expert_count>>();

}  // namespace tacit
