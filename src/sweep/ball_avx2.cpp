#include "sweep/kernel.hpp"

namespace tacit {

constinit const Avx2Kernels ball_avx2_kernels = lane_kernels<Ball, Avx2Lanes, Avx2FewLanes>();

}  // namespace tacit
