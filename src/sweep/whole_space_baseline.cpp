#include "sweep/kernel.hpp"

namespace tacit {

constinit const KernelTable whole_space_baseline_kernels = kernel_table<WholeSpace, BaselineLanes, BaselineLanes>();

}  // namespace tacit
