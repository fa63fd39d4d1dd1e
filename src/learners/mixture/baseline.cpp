#include "learners/mixture/kernel.hpp"

namespace tacit {

constinit const MixtureKernels<MixtureLosses> mixture_baseline_kernels = mixture_kernels<BaselineExperts>(MixtureLosses());

}  // namespace tacit
