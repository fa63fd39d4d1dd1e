#include "learners/class_mixture/kernel.hpp"

namespace tacit {

constinit const ClassKernel class_avx2_kernel = class_kernel<LanesOf<32, class_expert_count>>();

}  // namespace tacit
