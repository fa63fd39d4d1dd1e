// The experts of a mixture: sixteen learners in lanes, eight in each of two geometries (feature_scales.hpp).
//
// An expert's rate is c times the scale of the data: with S the scale of the labels and m the mean squared norm of an example in
// its geometry, its beta is c S / sqrt(m). The rules are
//   adaptive      AdaImplicit from lambda_1 = (c l / beta^2), l the loss of being wrong by S: it sets its own rate from progress
//   full          lambda = 0, as far as the loss asks (for a loss that falls for ever, a constant lambda)
//   curved        implicit with a curved companion of the loss, at rates of c / sqrt(n): it goes on moving
//   mean          predicts with the mean of an adaptive expert's weights, x_{s+1} weighted by 2 s - 1
// What each is worth is measured in docs/auto.md.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <limits>
#include <string_view>

#include "tacit/core/lanes.hpp"
#include "tacit/core/state.hpp"
#include "tacit/losses/all.hpp"
#include "tacit/losses/surrogate.hpp"

namespace tacit {

enum class ExpertRule { adaptive, full, curved, mean };

struct Expert {
  std::string_view geometry;
  ExpertRule rule;
  double c = 0;
  std::size_t source = 0;  // of an average: the expert whose weights it averages
};

inline constexpr std::array<Expert, 16> experts{{
    {"scaled", ExpertRule::adaptive, 0.125},
    {"scaled", ExpertRule::adaptive, 1},
    {"scaled", ExpertRule::adaptive, 8},
    {"scaled", ExpertRule::adaptive, 64},
    {"scaled", ExpertRule::full},
    {"scaled", ExpertRule::curved, 64},
    {"scaled", ExpertRule::mean, 1, 1},
    {"scaled", ExpertRule::mean, 8, 2},
    {"centred", ExpertRule::adaptive, 4},
    {"centred", ExpertRule::adaptive, 16},
    {"centred", ExpertRule::adaptive, 64},
    {"centred", ExpertRule::full},
    {"centred", ExpertRule::curved, 32},
    {"centred", ExpertRule::mean, 4, 8},
    {"centred", ExpertRule::mean, 16, 9},
    {"centred", ExpertRule::mean, 64, 10},
}};

constexpr std::string_view name_of(ExpertRule rule) {
  constexpr std::array<std::string_view, 4> names{"adaptive", "full", "curved", "mean"};
  return names[static_cast<std::size_t>(rule)];
}

// Calls f(expert, its source) for each average, with constants: a loop over the list would be taken at run time.
template <class Function>
[[gnu::always_inline]] inline void for_each_average(Function f) {
  for_each_constant<experts.size()>([&](auto k) TACIT_INLINE_LAMBDA {
    if constexpr (experts[k].rule == ExpertRule::mean) f(std::size_t{k}, experts[k].source);
  });
}

// A loss with the same minimisers that bends: the loss itself if it does.
template <class L>
struct CurvedCompanion {
  using Loss = Square;
};
template <class L>
requires(Smooth<L> && !std::same_as<L, Huber>) struct CurvedCompanion<L> {
  using Loss = L;
};
template <>
struct CurvedCompanion<Hinge> {
  using Loss = SquaredHinge;
};

template <class L, class R>
class Experts {
 public:
  // One step of each expert, in units of its direction.
  struct Step {
    R lambda;
    R prediction;  // after the step, where it is taken at its own loss
    R multiplier;  // x <- x - multiplier u
    R divergence;
  };

  Experts() {
    for (std::size_t k = 0; k < experts.size(); ++k) {
      const auto [geometry, rule, c, source] = experts[k];
      const bool adapts = rule == ExpertRule::adaptive || rule == ExpertRule::mean;  // an average has its source's lambda
      first_.set(k, adapts ? 1 / c : 0);
      adaptive_.set(k, adapts ? 1 / (c * c) : 0);
      curved_.set(k, rule == ExpertRule::curved ? 1 / c : 0);
      constant_.set(k, rule == ExpertRule::full && !L::has_minimum ? endless_lambda : 0);
    }
  }

  // scale: S; unit_loss: the loss of being wrong by S; norm: m, of each geometry.
  R lambda(double scale, double unit_loss, const R& norm, double n) const {
    const double by = 1 / scale;
    const R adaptive = (first_ * (unit_loss * by) + adaptive_ * (progress_ * by)) * by;
    return (adaptive + constant_ + curved_ * std::sqrt(n)) * norm;
  }

  // Losses are those of L with label and weight inside, and of its companion.
  template <class Curved>
  Step step(const WeightedLoss<L, R>& loss, const Curved& companion, const R& prediction, const R& lambda, const R& norm) {
    Prox<R> prox = loss.prox(prediction, lambda, norm);
    if constexpr (!std::same_as<Curved, WeightedLoss<L, R>>) {
      const Prox<R> other = companion.prox(prediction, lambda, norm);
      const auto bends = curved_ > 0.0;
      prox = {choose(bends, other.point, prox.point), choose(bends, other.multiplier, prox.multiplier)};
    }
    // lambda times the multiplier is a slope. The divergence, a square of weights, may be beyond numbers where no loss is.
    const R change = prox.multiplier * norm;
    const R moved = 0.5 * change;
    const R delta = loss.fall(prediction, prox.point, change) - lambda * prox.multiplier * moved;
    progress_ += choose(adaptive_ > 0.0 && is_number(delta), larger(R(0.0), delta), R(0.0));
    return {lambda, prox.point, prox.multiplier, smaller(prox.multiplier * moved, R(most_divergence))};
  }

  template <class Mask>
  void restart(const Mask& where) {
    progress_ = choose(where, R(0.0), progress_);
  }

  template <class Visitor>
  void visit_state(Visitor&& visitor) {
    visitor("progress", progress_, Limits{0, std::numeric_limits<double>::max()});
  }

 private:
  static constexpr double endless_lambda = 1.0 / 16;
  static constexpr double most_divergence = 1e308;

  R progress_ = 0.0;  // sums of delta_t, which is lambda beta^2
  R first_ = 0.0;
  R adaptive_ = 0.0;
  R curved_ = 0.0;
  R constant_ = 0.0;
};

}  // namespace tacit
