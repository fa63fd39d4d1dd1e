// A Sweep in SIMD lanes: learners by the block, each block one Learner of lanes.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "learners/make_loss.hpp"
#include "learners/step_sizes.hpp"
#include "sweep/kernel.hpp"
#include "tacit/sweep/sweep.hpp"

namespace tacit {

inline constexpr std::size_t near_memory = std::size_t{512} * 1024;  // weights that count as near

// A block is deleted by a function of its maker, which knows its type.
template <class R>
using BlockPointer = std::unique_ptr<LaneBlock<R>, void (*)(LaneBlock<R>*)>;

template <class R, class Domain>
using MakeBlock = BlockPointer<R>(const Configuration& configuration, const Domain& domain, const R& betas);

template <class L, class Domain, class Update, class S, class R>
BlockPointer<R> make_block(const Configuration& configuration, const Domain& domain, const R& betas) {
  using Block = LearnerBlock<L, Domain, Update, S, R>;
  using Rule = typename S::template For<R>;
  auto* block = new Block{{}, {make_loss<L>(configuration), domain, make_step_size<Rule>(betas, configuration)}};
  block->weights = &block->learner.weights().unscaled();
  return {block, [](LaneBlock<R>* made) { delete static_cast<Block*>(made); }};
}

template <class R, class Domain>
inline constexpr auto block_makers = lane_table<MakeBlock<R, Domain>*>(
    []<class L, class Update, class S>() -> MakeBlock<R, Domain>* { return &make_block<L, Domain, Update, S, R>; });

// The last beta stands in for those that are missing.
template <class R>
R lanes_of(std::span<const double> betas) {
  R lanes;
  for (std::size_t i = 0; i < R::count; ++i) lanes.set(i, betas[std::min(i, betas.size() - 1)]);
  return lanes;
}

template <class R, class Few>
class LaneSweep final : public Sweep {
 public:
  // make(lanes of betas) makes a block of all lanes, make_few(lanes of betas) one of few.
  template <class Make, class MakeFew>
  LaneSweep(std::span<const double> betas, const Configuration& configuration, Make make, MakeFew make_few,
            const LaneKernels<R, Few>& kernels)
      : betas_(betas.begin(), betas.end()),
        task_(task_of(configuration)),
        least_of_(least_loss_of(configuration)),
        kernels_(kernels) {
    for (std::size_t first = 0; first < betas.size(); first += R::count) {
      const auto rest = betas.subspan(first);
      if (Few::count < R::count && rest.size() <= Few::count) {
        few_ = make_few(lanes_of<Few>(rest));
      } else {
        owned_.push_back(make(lanes_of<R>(rest)));
        blocks_.push_back(owned_.back().get());
      }
    }
  }

  using Sweep::learn;
  void learn(const Dataset& rows, std::size_t first, std::size_t count) override {
    for (std::size_t i = first; i < first + count; ++i) {
      const Row z = rows.row(i);
      total_weight_ += rows.weight(i);
      if (least_of_ != nullptr) least_.add(rows.weight(i) * least_of_(rows.label(i)));
      dimension_ = std::max(dimension_, z.dimension());
      if (places_.size() < z.size) places_.resize(2 * z.size);
    }
    const bool near = dimension_ * (blocks_.size() + (few_ ? 1 : 0)) * sizeof(R) <= near_memory;
    kernels_.learn(blocks_.data(), blocks_.size(), few_.get(), {rows, first, count, places_.data(), near});
  }

  std::vector<Lane> lanes() const override {
    std::vector<Lane> lanes;
    for (std::size_t i = 0; i < betas_.size(); ++i) {
      const std::size_t block = i / R::count;
      const std::size_t lane = i % R::count;
      lanes.push_back(block < blocks_.size() ? result(betas_[i], blocks_[block]->tally, lane)
                                             : result(betas_[i], few_->tally, lane));
    }
    return lanes;
  }

 private:
  template <class Number>
  Lane result(double beta, const LaneTally<Number>& tally, std::size_t lane) const {
    const double loss = tally.loss.value()[lane] + least_.value();
    if (!std::isfinite(loss) || tally.beyond[lane] != 0) return diverged_lane(beta);
    return {.beta = beta,
            .mistakes = mistakes_of(task_, static_cast<std::uint64_t>(tally.mistakes[lane])),
            .cumulative_loss = loss,
            .average_loss = total_weight_ > 0 ? loss / total_weight_ : 0.0};
  }

  std::vector<double> betas_;
  Task task_;
  LeastLoss least_of_;
  PreciseSum least_;
  const LaneKernels<R, Few>& kernels_;
  std::vector<BlockPointer<R>> owned_;
  std::vector<LaneBlock<R>*> blocks_;  // the same
  BlockPointer<Few> few_{nullptr, nullptr};
  std::vector<std::size_t> places_;
  double total_weight_ = 0;
  std::size_t dimension_ = 0;
};

// The place of the configuration's learner in a LaneTable, if it has one.
struct LanePlace {
  std::size_t loss;
  std::size_t learner;
};
inline std::optional<LanePlace> lane_place(const Configuration& configuration) {
  const auto losses = LaneLosses::names();
  const auto learners = NamedPairs::names();
  const auto loss = std::ranges::find(losses, configuration.loss);
  const auto learner = std::ranges::find(learners, learner_name(configuration));
  if (loss == losses.end() || learner == learners.end()) return std::nullopt;
  return LanePlace{static_cast<std::size_t>(loss - losses.begin()), static_cast<std::size_t>(learner - learners.begin())};
}

// Null if the learner has no form in lanes.
template <class R, class Few, class Domain>
std::unique_ptr<Sweep> make_lane_sweep(const Configuration& configuration, const Domain& domain, std::span<const double> betas,
                                       const LaneKernels<R, Few>& kernels) {
  const auto place = lane_place(configuration);
  if (!place) return nullptr;
  const auto [loss, learner] = *place;
  const auto maker = [&]<class Number>(MakeBlock<Number, Domain>* make, typename LaneBlock<Number>::Learn* learn) {
    return [&configuration, &domain, make, learn](const Number& lanes) {
      auto block = make(configuration, domain, lanes);
      block->learn = learn;
      return block;
    };
  };
  return std::make_unique<LaneSweep<R, Few>>(
      betas, configuration, maker.template operator()<R>(block_makers<R, Domain>[loss][learner], kernels.rounds[loss][learner]),
      maker.template operator()<Few>(block_makers<Few, Domain>[loss][learner], kernels.few_rounds[loss][learner]), kernels);
}

}  // namespace tacit
