// A Sweep in SIMD lanes: learners by the block, each block one Learner of lanes.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "learners/make_loss.hpp"
#include "sweep/kernel.hpp"
#include "tacit/sweep/sweep.hpp"

namespace tacit {

inline constexpr std::size_t near_memory = std::size_t{512} * 1024;  // weights that count as near

template <class L, class Domain, class Update, class S, class R, class Few>
class LaneSweep final : public Sweep {
 public:
  LaneSweep(const Configuration& configuration, const Domain& domain, std::span<const double> betas, Kernel* kernel)
      : betas_(betas.begin(), betas.end()), kernel_(kernel) {
    for (std::size_t first = 0; first < betas.size(); first += R::count) {
      const auto rest = betas.subspan(first);
      if (Few::count < R::count && rest.size() <= Few::count) {
        few_.emplace(make_block<Few>(configuration, domain, rest));
      } else {
        blocks_.push_back(make_block<R>(configuration, domain, rest));
      }
    }
  }

  using Sweep::learn;
  void learn(const Dataset& rows, std::size_t first, std::size_t count) override {
    for (std::size_t i = first; i < first + count; ++i) {
      const Row z = rows.row(i);
      total_weight_ += rows.weight(i);
      dimension_ = std::max(dimension_, z.dimension());
      if (places_.size() < z.size) places_.resize(2 * z.size);
    }
    const bool near = dimension_ * (blocks_.size() + (few_ ? 1 : 0)) * sizeof(R) <= near_memory;
    kernel_(blocks_.data(), blocks_.size(), few_ ? &*few_ : nullptr, {rows, first, count, places_.data(), near});
  }

  std::vector<Lane> lanes() const override {
    std::vector<Lane> lanes;
    for (std::size_t i = 0; i < betas_.size(); ++i) {
      const std::size_t block = i / R::count;
      const std::size_t lane = i % R::count;
      lanes.push_back(block < blocks_.size() ? result(betas_[i], blocks_[block].tally, lane)
                                             : result(betas_[i], few_->tally, lane));
    }
    return lanes;
  }

 private:
  template <class Number>
  using Block = LaneBlock<L, Domain, Update, S, Number>;

  // The last beta stands in for those that are missing.
  template <class Number>
  static Block<Number> make_block(const Configuration& configuration, const Domain& domain, std::span<const double> betas) {
    Number numbers;
    for (std::size_t i = 0; i < Number::count; ++i) numbers.set(i, betas[std::min(i, betas.size() - 1)]);
    return {{make_loss<L>(configuration), domain, make_rule(numbers, configuration)}, {}, 0};
  }

  template <class Number>
  static auto make_rule(const Number& betas, const Configuration& configuration) {
    using Rule = typename S::template For<Number>;
    if constexpr (std::constructible_from<Rule, const Number&, double>) {
      return Rule(betas, configuration.lipschitz);
    } else {
      return Rule(betas);
    }
  }

  template <class Number>
  Lane result(double beta, const LaneTally<Number>& tally, std::size_t lane) const {
    const double loss = tally.loss.value()[lane];
    if (!std::isfinite(loss) || tally.beyond[lane] != 0) return diverged_lane(beta);
    return {beta, static_cast<std::uint64_t>(tally.mistakes[lane]), loss, total_weight_ > 0 ? loss / total_weight_ : 0.0, false};
  }

  std::vector<double> betas_;
  Kernel* kernel_;
  std::vector<Block<R>> blocks_;
  std::optional<Block<Few>> few_;
  std::vector<std::size_t> places_;
  double total_weight_ = 0;
  std::size_t dimension_ = 0;
};

// Null if the learner has no form in lanes.
template <class R, class Few, class Domain>
std::unique_ptr<Sweep> make_lane_sweep(const Configuration& configuration, const Domain& domain, std::span<const double> betas,
                                       const KernelTable& kernels) {
  std::unique_ptr<Sweep> made;
  std::size_t loss = 0;
  LaneLosses::for_each([&]<class L>(std::type_identity<L>) {
    const auto offer = [&]<class P>(std::type_identity<P>, Kernel* kernel) {
      using Update = typename P::Update;
      using S = typename P::StepSize;
      if (configuration.loss == L::name && configuration.update == Update::name && configuration.step_size == S::name)
        made = std::make_unique<LaneSweep<L, Domain, Update, S, R, Few>>(configuration, domain, betas, kernel);
    };
    [&]<std::size_t... i>(std::index_sequence<i...>) {
      (offer(std::type_identity<std::tuple_element_t<i, LaneLearners>>(), kernels[loss][i]), ...);
    }
    (std::make_index_sequence<std::tuple_size_v<LaneLearners>>());
    ++loss;
  });
  return made;
}

}  // namespace tacit
