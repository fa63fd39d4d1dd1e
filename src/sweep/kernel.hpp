// The loops of a sweep in lanes, compiled once per instruction set.
//
// Only kernels are compiled for more than every machine has: a source file of kernels instantiates nothing else that the linker
// could take for code of the whole program (a test looks at its symbols). They are reached through tables of pointers.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "kernels/flatten.hpp"
#include "kernels/lane_losses.hpp"
#include "tacit/core/lanes.hpp"
#include "tacit/data/dataset.hpp"
#include "tacit/eval/tally.hpp"
#include "tacit/learners/named.hpp"

namespace tacit {

// What lanes add up from their rounds: a Tally of what differs from lane to lane.
template <class R>
struct LaneTally {
  PreciseSumOf<R> loss;
  R beyond = 0;  // 0 as long as all numbers are finite, else NaN
  R mistakes = 0;

  void add(const RoundOf<R>& round, double label, bool two_class) {
    loss.add(round.loss_before);
    const R all = round.prediction + round.loss_before + round.loss_after + round.divergence + round.squared_gradient;
    if (!everywhere(is_number(all))) beyond += beyond_numbers(round);  // finite numbers, too, may add up to more than there is
    if (two_class) mistakes += choose(label * round.prediction <= 0.0, R(1.0), R(0.0));
  }
};

// A block of learners, one per lane, that differ in beta alone. It is all that the loop over rows knows of them, whatever their
// kind.
template <class R>
struct LaneBlock {
  using Number = R;
  using Learn = void(LaneBlock& block, const MeasuredRow& z, double y, double weight);

  Learn* learn = nullptr;
  WeightVectorOf<R>* weights = nullptr;  // of the learner, unscaled
  R product = 0;                         // of the weights with the row that was looked at
  LaneTally<R> tally;

  // Returns whether all rows within the dimension of this one are then reached too.
  bool reach(Row z) {
    weights->reach(z);
    return !weights->notes();
  }
  void look(const MeasuredRow& z) { product = inner_product(z, weights->data()); }
};

template <class L, class Domain, class Update, class S, class R>
struct LearnerBlock : LaneBlock<R> {
  Learner<L, Domain, Update, typename S::template For<R>> learner;
};

// A LaneBlock calls this once per round. The call is cheap; without it the loop would be compiled anew for every learner.
template <class L, class Domain, class Update, class S, class R>
TACIT_FLATTEN_KERNEL void learn_round(LaneBlock<R>& block, const MeasuredRow& z, double y, double weight) {
  auto& learner = static_cast<LearnerBlock<L, Domain, Update, S, R>&>(block).learner;
  block.tally.add(learner.learn({z, &block.product}, y, weight), y, L::two_class);
}

// Rows, room for the places of the longest of them, and whether all weights stay in the first caches. If so, each row is learned
// from by several blocks, which wait for nothing of each other; else block by block, so that the weights of one stay near.
struct KernelTask {
  const Dataset& rows;
  std::size_t first;
  std::size_t count;
  std::size_t* places;
  bool near;
};

// All blocks look at a row before the first learns from it.
template <class... Blocks>
void learn_side_by_side(const KernelTask& task, Blocks&... blocks) {
  constexpr std::size_t size = std::max({sizeof(typename Blocks::Number)...});  // they all have the same
  bool all_reached = false;
  std::size_t reached = 0;
  for (std::size_t i = task.first; i < task.first + task.count; ++i) {
    const Row row = task.rows.row(i);
    if (!all_reached || row.dimension() > reached) {
      all_reached = (int{blocks.reach(row)} & ...) != 0;
      reached = row.dimension();
    }
    for (std::size_t k = 0; k < row.size; ++k) task.places[k] = row.index[k] * size;
    const MeasuredRow z{row, task.places, squared_norm(row)};
    const double y = task.rows.label(i);
    const double weight = task.rows.weight(i);
    (blocks.look(z), ...);
    (blocks.learn(blocks, z, y, weight), ...);
  }
}

// `few` is null, or one more block with fewer lanes.
template <class R, class Few>
TACIT_FLATTEN_KERNEL void learn_lanes(LaneBlock<R>* const* blocks, std::size_t count, LaneBlock<Few>* few,
                                      const KernelTask& task) {
  static_assert(sizeof(R) == sizeof(Few));
  if (task.near) {
    for (; count >= 4; count -= 4, blocks += 4) learn_side_by_side(task, *blocks[0], *blocks[1], *blocks[2], *blocks[3]);
    if (count == 3 && few != nullptr) return learn_side_by_side(task, *blocks[0], *blocks[1], *blocks[2], *few);
  }
  for (; count > 0; --count, ++blocks) learn_side_by_side(task, **blocks);
  if (few != nullptr) learn_side_by_side(task, *few);
}

// By loss and learner, in the order of their lists. The learners that have a form in lanes are the paper's.
template <class Entry>
using LaneTable = std::array<std::array<Entry, NamedPairs::size>, LaneLosses::size>;

// Calls make_entry.template operator()<L, Update, S>() for each of them.
template <class Entry, class MakeEntry>
constexpr LaneTable<Entry> lane_table(MakeEntry make_entry) {
  const auto of_loss = [&]<class L, class... P>(std::type_identity<L>, TypeList<P...>) {
    return std::array<Entry, sizeof...(P)>{make_entry.template operator()<L, typename P::Update, typename P::StepSize>()...};
  };
  return [&]<class... L>(TypeList<L...>) {
    return LaneTable<Entry>{of_loss(std::type_identity<L>(), NamedPairs())...};
  }(LaneLosses());
}

// What is compiled for an instruction set: the loop over rows, and a round of each learner in blocks of either size.
template <class R, class Few>
struct LaneKernels {
  void (*learn)(LaneBlock<R>* const* blocks, std::size_t count, LaneBlock<Few>* few, const KernelTask& task);
  LaneTable<typename LaneBlock<R>::Learn*> rounds;
  LaneTable<typename LaneBlock<Few>::Learn*> few_rounds;
};

template <class Domain, class R>
constexpr LaneTable<typename LaneBlock<R>::Learn*> lane_rounds() {
  using Learn = typename LaneBlock<R>::Learn;
  return lane_table<Learn*>([]<class L, class Update, class S>() -> Learn* { return &learn_round<L, Domain, Update, S, R>; });
}

template <class Domain, class R, class Few>
constexpr LaneKernels<R, Few> lane_kernels() {
  return {&learn_lanes<R, Few>, lane_rounds<Domain, R>(), lane_rounds<Domain, Few>()};
}

using BaselineKernels = LaneKernels<BaselineLanes, BaselineLanes>;
using Avx2Kernels = LaneKernels<Avx2Lanes, Avx2FewLanes>;

extern const BaselineKernels whole_space_baseline_kernels;
extern const BaselineKernels ball_baseline_kernels;
extern const Avx2Kernels whole_space_avx2_kernels;
extern const Avx2Kernels ball_avx2_kernels;

}  // namespace tacit
