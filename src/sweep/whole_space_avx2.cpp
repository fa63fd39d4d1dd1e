#include "sweep/kernel.hpp"

namespace tacit {

constinit const Avx2Kernels whole_space_avx2_kernels = lane_kernels<WholeSpace, Avx2Lanes, Avx2FewLanes>();

}  // namespace tacit
