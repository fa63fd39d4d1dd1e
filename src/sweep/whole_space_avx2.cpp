#include "sweep/kernel.hpp"

namespace tacit {

constinit const KernelTable whole_space_avx2_kernels = kernel_table<WholeSpace, Avx2Lanes, Avx2FewLanes>();

}  // namespace tacit
