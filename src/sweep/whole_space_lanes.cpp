#include "sweep/lane_sweep.hpp"
#include "sweep/make_on_domain.hpp"

namespace tacit {

std::unique_ptr<Sweep> make_whole_space_sweep(const Configuration& configuration, std::span<const double> betas,
                                              InstructionSet set) {
  const WholeSpace domain;
#ifdef TACIT_AVX2_KERNELS
  if (set == InstructionSet::avx2) return make_lane_sweep(configuration, domain, betas, whole_space_avx2_kernels);
#endif
  return make_lane_sweep(configuration, domain, betas, whole_space_baseline_kernels);
}

}  // namespace tacit
