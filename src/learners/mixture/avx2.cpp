#include "learners/mixture/kernel.hpp"

namespace tacit {

// Growing ends in code that is shared with the whole program: it is compiled with the learners.
extern template void WeightVectorOf<Avx2Experts>::grow(std::size_t);
extern template void WeightVectorOf<Avx2Experts::Resized<8>>::grow(std::size_t);

constinit const MixtureKernels<LaneLosses> mixture_avx2_kernels = mixture_kernels<Avx2Experts>(LaneLosses());

}  // namespace tacit
