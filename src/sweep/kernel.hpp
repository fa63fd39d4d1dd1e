// The loops of a sweep in lanes, compiled once for each instruction set.
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

// As many learners as there are lanes, which differ in beta alone.
template <class L, class Domain, class Update, class S, class R>
struct LaneBlock {
  using Number = R;
  static constexpr bool two_class = L::two_class;

  using Learner = tacit::Learner<L, Domain, Update, typename S::template For<R>>;

  Learner learner;
  LaneTally<R> tally;
  R product;  // of the weights with the row that was looked at

  // Whether all rows within the dimension of this one are reached then.
  bool reach(Row z) {
    learner.weights().unscaled().reach(z);
    return !learner.weights().unscaled().notes();
  }
  void look(const MeasuredRow& z) { product = inner_product(z, learner.weights().unscaled().data()); }

  // One call a block of lanes costs less than to compile its lines for every block anew.
  [[gnu::noinline]] TACIT_FLATTEN_KERNEL void learn(const MeasuredRow& z, double y, double weight) {
    tally.add(learner.learn({z, &product}, y, weight), y, two_class);
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

// All look at a row before the first learns from it.
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
    (blocks.learn(z, y, weight), ...);
  }
}

// `few` is null, or one more block of less lanes.
template <class Block, class FewBlock>
TACIT_FLATTEN_KERNEL void learn_lanes(void* blocks, std::size_t count, void* few, const KernelTask& task) {
  static_assert(sizeof(typename Block::Number) == sizeof(typename FewBlock::Number));
  auto* block = static_cast<Block*>(blocks);
  auto* last = static_cast<FewBlock*>(few);
  if (task.near) {
    for (; count >= 4; count -= 4, block += 4) learn_side_by_side(task, block[0], block[1], block[2], block[3]);
    if (count == 3 && last != nullptr) return learn_side_by_side(task, block[0], block[1], block[2], *last);
  }
  for (; count > 0; --count, ++block) learn_side_by_side(task, *block);
  if (last != nullptr) learn_side_by_side(task, *last);
}

using Kernel = void(void* blocks, std::size_t count, void* few, const KernelTask& task);

template <class U, class Rule>
struct Pair {
  using Update = U;
  using StepSize = Rule;
};

// The learners that have a form in lanes: the paper's.
using LaneLearners =
    std::tuple<Pair<LinearUpdate, InverseSqrt>, Pair<LinearUpdate, GradientNorm>, Pair<ImplicitUpdate, InverseSqrt>,
               Pair<ImplicitUpdate, AdaImplicit>, Pair<ImplicitUpdate, Doubling>>;

using KernelTable = std::array<std::array<Kernel*, std::tuple_size_v<LaneLearners>>, LaneLosses::size>;

// By loss and learner, in the order of their lists.
template <class Domain, class R, class Few>
constexpr KernelTable kernel_table() {
  return []<class... L>(TypeList<L...>) {
    const auto of_loss = []<class Loss, class... P>(std::type_identity<Loss>, std::type_identity<std::tuple<P...>>) {
      return std::array<Kernel*, sizeof...(P)>{
          &learn_lanes<LaneBlock<Loss, Domain, typename P::Update, typename P::StepSize, R>,
                       LaneBlock<Loss, Domain, typename P::Update, typename P::StepSize, Few>>...};
    };
    return KernelTable{of_loss(std::type_identity<L>(), std::type_identity<LaneLearners>())...};
  }(LaneLosses());
}

extern const KernelTable whole_space_baseline_kernels;
extern const KernelTable ball_baseline_kernels;
extern const KernelTable whole_space_avx2_kernels;
extern const KernelTable ball_avx2_kernels;

}  // namespace tacit
