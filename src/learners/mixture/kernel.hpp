// The loop of a mixture, compiled once per instruction set. sweep/kernel.hpp has the rules.
#pragma once

#include <array>
#include <span>

#include "kernels/flatten.hpp"
#include "kernels/lane_losses.hpp"
#include "learners/mixture/foresight.hpp"
#include "learners/mixture/late.hpp"
#include "learners/mixture/mixture.hpp"
#include "tacit/data/dataset.hpp"

namespace tacit {

using BaselineExperts = LanesOf<16, experts.size()>;
using Avx2Experts = LanesOf<32, experts.size()>;

template <class L, class R>
TACIT_FLATTEN_KERNEL void learn_mixture(void* mixture, const Dataset& rows, std::size_t first, Round* rounds, std::size_t count) {
  auto& learner = *static_cast<Mixture<L, R>*>(mixture);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t row = first + i;
    rounds[i] = learner.learn(rows.row(row), rows.label(row), rows.weight(row), rows.hints(row));
  }
}

// Learns from one row whose label came late; `said` are the numbers of what was said of it.
template <class L, class R>
TACIT_FLATTEN_KERNEL void learn_late_mixture(void* mixture, const Dataset& row, std::span<const double> said, Round* round) {
  using Learner = Mixture<L, R>;
  const auto served = Learner::Said::read(said);
  *round = static_cast<Learner*>(mixture)->learn_late(row.row(0), row.label(0), row.weight(0), row.hints(0), served);
}

struct MixtureKernel {
  void (*learn)(void* mixture, const Dataset& rows, std::size_t first, Round* rounds, std::size_t count);
  void (*learn_late)(void* mixture, const Dataset& row, std::span<const double> said, Round* round);
};

template <class Losses>
using MixtureKernels = std::array<MixtureKernel, Losses::size>;

template <class R, class... L>
constexpr MixtureKernels<TypeList<L...>> mixture_kernels(TypeList<L...>) {
  return {MixtureKernel{&learn_mixture<L, R>, &learn_late_mixture<L, R>}...};
}

#ifdef TACIT_FEW_LEARNERS
using MixtureLosses = LaneLosses;
#else
using MixtureLosses = AllLosses;
#endif

extern const MixtureKernels<MixtureLosses> mixture_baseline_kernels;
extern const MixtureKernels<LaneLosses> mixture_avx2_kernels;

}  // namespace tacit
