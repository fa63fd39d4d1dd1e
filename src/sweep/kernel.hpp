// The loops of a sweep in lanes, compiled once for each instruction set.
//
// Only kernels are compiled for more than every machine has: a source file of kernels instantiates nothing else that the linker
// could take for code of the whole program (a test looks at its symbols). They are reached through tables of pointers.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "tacit/core/lanes.hpp"
#include "tacit/data/dataset.hpp"
#include "tacit/eval/tally.hpp"
#include "tacit/learners/named.hpp"

#if defined(TACIT_SANITIZED)
#define TACIT_FLATTEN_KERNEL  // builds that look for bugs need not be fast
#else
#define TACIT_FLATTEN_KERNEL [[gnu::flatten]]
#endif

namespace tacit {

// What lanes add up from their rounds: a Tally of what differs from lane to lane.
template <class R>
struct LaneTally {
  PreciseSumOf<R> loss;
  R beyond = 0;  // 0 as long as all numbers are finite, else NaN
  R mistakes = 0;

  void add(const RoundOf<R>& round, double label, bool two_class) {
    loss.add(round.loss_before);
    beyond += beyond_numbers(round);
    if (two_class) mistakes += choose(label * round.prediction <= 0.0, R(1.0), R(0.0));
  }
};

// As many learners as there are lanes, which differ in beta alone.
template <class L, class Domain, class Update, class S, class R>
struct LaneBlock {
  using Number = R;
  static constexpr bool two_class = L::two_class;

  using Learner = tacit::Learner<L, Domain, Update, typename S::template For<R>>;

  Learner learner;
  LaneTally<R> tally;

  // One call a block of lanes costs less than to compile its lines for every block anew.
  [[gnu::noinline]] TACIT_FLATTEN_KERNEL void finish(typename Learner::Way& way, double y, double weight) {
    tally.add(learner.finish(way, y, weight), y, two_class);
  }
};

// Rows, room for the places of the longest of them, and whether all weights stay in the first caches. If so, each row is learned
// from by several blocks, which wait for nothing of each other; else block by block, so that the weights of one stay near.
struct KernelTask {
  const Dataset& rows;
  std::size_t first;
  std::size_t count;
  std::size_t* places;
  bool near;
};

inline constexpr std::size_t side_by_side = 4;

template <class Block>
TACIT_FLATTEN_KERNEL void learn_lanes(void* blocks, std::size_t count, const KernelTask& task) {
  const std::span<Block> all(static_cast<Block*>(blocks), count);
  using Learner = typename Block::Learner;
  const auto learn = [&]<std::size_t... b>(std::span<Block> some, std::index_sequence<b...>) {
    for (std::size_t i = task.first; i < task.first + task.count; ++i) {
      const Row z = task.rows.row(i);
      for (std::size_t k = 0; k < z.size; ++k) task.places[k] = z.index[k] * sizeof(typename Block::Number);
      const MeasuredRow measured{z, task.places, squared_norm(z)};
      const double y = task.rows.label(i);
      const double weight = task.rows.weight(i);
      typename Learner::Way ways[] = {some[b].learner.look(measured)...};
      (some[b].finish(ways[b], y, weight), ...);
    }
  };
  std::size_t first = 0;
  if (task.near) {
    for (; first + side_by_side <= count; first += side_by_side)
      learn(all.subspan(first, side_by_side), std::make_index_sequence<side_by_side>());
  }
  for (; first < count; ++first) learn(all.subspan(first, 1), std::make_index_sequence<1>());
}

using Kernel = void(void* blocks, std::size_t count, const KernelTask& task);

template <class U, class Rule>
struct Pair {
  using Update = U;
  using StepSize = Rule;
};

// The learners that have a form in lanes: the paper's.
using LaneLearners =
    std::tuple<Pair<LinearUpdate, InverseSqrt>, Pair<LinearUpdate, GradientNorm>, Pair<ImplicitUpdate, InverseSqrt>,
               Pair<ImplicitUpdate, AdaImplicit>, Pair<ImplicitUpdate, Doubling>>;

// Losses that have one. In builds that look for bugs, which take long to make, a few stand for all: the others go one by one.
#if defined(TACIT_SANITIZED) || defined(TACIT_FEW_LEARNERS)
using LaneLosses = TypeList<Hinge, Logistic, Huber>;
#else
using LaneLosses = AllLosses;
#endif

using KernelTable = std::array<std::array<Kernel*, std::tuple_size_v<LaneLearners>>, LaneLosses::size>;

// By loss and learner, in the order of their lists.
template <class Domain, class R>
constexpr KernelTable kernel_table() {
  return []<class... L>(TypeList<L...>) {
    const auto of_loss = []<class Loss, class... P>(std::type_identity<Loss>, std::type_identity<std::tuple<P...>>) {
      return std::array<Kernel*, sizeof...(P)>{
          &learn_lanes<LaneBlock<Loss, Domain, typename P::Update, typename P::StepSize, R>>...};
    };
    return KernelTable{of_loss(std::type_identity<L>(), std::type_identity<LaneLearners>())...};
  }(LaneLosses());
}

extern const KernelTable whole_space_baseline_kernels;
extern const KernelTable ball_baseline_kernels;
extern const KernelTable whole_space_avx2_kernels;
extern const KernelTable ball_avx2_kernels;

}  // namespace tacit
