#include "learners/mixture/kernel.hpp"

namespace tacit {

constinit const MixtureKernels<LaneLosses> mixture_avx2_kernels = mixture_kernels<Avx2Experts>(LaneLosses());

}  // namespace tacit
