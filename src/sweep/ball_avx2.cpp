#include "sweep/kernel.hpp"

namespace tacit {

constinit const KernelTable ball_avx2_kernels = kernel_table<Ball, Avx2Lanes, Avx2FewLanes>();

}  // namespace tacit
