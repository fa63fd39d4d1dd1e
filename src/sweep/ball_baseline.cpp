#include "sweep/kernel.hpp"

namespace tacit {

constinit const KernelTable ball_baseline_kernels = kernel_table<Ball, BaselineLanes, BaselineLanes>();

}  // namespace tacit
