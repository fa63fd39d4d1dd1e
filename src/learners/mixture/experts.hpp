// The experts of a mixture: 20 learners in lanes, four in each of five geometries (feature_table.hpp).
//
// An expert's rate is c times the scale of the data: with S the scale of the labels and m the mean squared norm of an example in
// its geometry, its beta is c S / sqrt(m). The rules are
//   adaptive      AdaImplicit from lambda_1 = c l / beta^2, l the loss of being wrong by S: it sets its own rate from progress
//   steady        lambda stays at lambda_1: it never grows old. Per feature, lambda = 1 / (c S)
//   leap          lambda = 0, as far as the loss asks (for a loss that falls for ever, a constant lambda)
//   newton        implicit with a curved companion of the loss and lambda = its curvature times the rounds so far, at most a
//                 horizon: recursive least squares in the full-matrix geometry
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

enum class Geometry : std::size_t { scaled, centred, per_feature, relevant, full_matrix };
inline constexpr std::array<std::string_view, 5> geometry_names{"scaled", "centred", "per-feature", "relevant", "full-matrix"};
inline constexpr std::size_t geometries = geometry_names.size();

enum class ExpertRule { adaptive, steady, leap, newton, mean };
inline constexpr std::array<std::string_view, 5> rule_names{"adaptive", "steady", "leap", "newton", "mean"};

struct Expert {
  Geometry geometry;
  ExpertRule rule;
  double c = 0;            // of newton: the horizon
  std::size_t source = 0;  // of an average: the expert whose weights it averages
};

inline constexpr auto experts = [] {
  using enum Geometry;
  using enum ExpertRule;
  return std::array<Expert, 20>{{
      {scaled, adaptive, 1},      {scaled, adaptive, 8},      {scaled, leap},
      {scaled, steady, 1},        {centred, adaptive, 4},     {centred, adaptive, 16},
      {centred, steady, 0.25},    {centred, mean, 16, 5},     {per_feature, steady, 0.25},
      {per_feature, steady, 1},   {per_feature, steady, 4},   {per_feature, steady, 16},
      {relevant, adaptive, 16},   {relevant, adaptive, 64},   {relevant, mean, 16, 12},
      {relevant, mean, 64, 13},   {full_matrix, adaptive, 4}, {full_matrix, adaptive, 16},
      {full_matrix, newton, 400}, {full_matrix, mean, 4, 16},
  }};
}();
inline constexpr std::size_t reference_expert = 4;  // whose weights tell how relevant a feature is

// Each four experts share a geometry, so that a vector of lanes does, and there are no more of it.
static_assert([] {
  for (std::size_t k = 0; k < experts.size(); ++k) {
    if (static_cast<std::size_t>(experts[k].geometry) != k / 4) return false;
    if (experts[k].rule == ExpertRule::mean && experts[experts[k].source].rule != ExpertRule::adaptive) return false;
  }
  return experts.size() == 4 * geometries;
}());

using ByGeometry = std::array<double, geometries>;

// Each expert's number, by its geometry.
template <class R>
[[gnu::always_inline]] inline R lanes_of(const ByGeometry& numbers) {
  return R::by_four([&](auto four) TACIT_INLINE_LAMBDA { return numbers[four]; });
}

// Calls f(expert, its source) for each average, with constants: a loop over the list would be taken at run time.
template <class Function>
[[gnu::always_inline]] inline void for_each_average(Function f) {
  for_each_constant<experts.size()>([&](auto k) TACIT_INLINE_LAMBDA {
    if constexpr (experts[k].rule == ExpertRule::mean) f(std::size_t{k}, experts[k].source);
  });
}

// Calls f(expert) for each newton, likewise.
template <class Function>
[[gnu::always_inline]] inline void for_each_newton(Function f) {
  for_each_constant<experts.size()>([&](auto k) TACIT_INLINE_LAMBDA {
    if constexpr (experts[k].rule == ExpertRule::newton) f(std::size_t{k});
  });
}

// 1 where the condition holds of an expert.
template <class R, class Condition>
R where(Condition condition) {
  R lanes = 0.0;
  for (std::size_t k = 0; k < experts.size(); ++k) lanes.set(k, condition(experts[k]) ? 1 : 0);
  return lanes;
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
// How much the companion bends, at most.
template <class L>
inline constexpr double bend = 1;
template <>
inline constexpr double bend<Logistic> = 0.25;
template <>
inline constexpr double bend<QuarterSquare> = 0.5;

// What an expert's rate is measured in.
struct LabelUnits {
  double scale;      // S
  double unit_loss;  // of being wrong by it
  double bend;       // of losses at such labels
};

template <class L, class R>
class Experts {
 public:
  // One step of each expert, in units of its direction.
  struct Step {
    R prediction;  // after the step, where it is taken at its own loss
    R multiplier;  // x <- x - multiplier u
    R divergence;
  };

  Experts() {
    for (std::size_t k = 0; k < experts.size(); ++k) {
      const auto [geometry, rule, c, source] = experts[k];
      const bool adapts =
          rule == ExpertRule::adaptive || rule == ExpertRule::mean;  // so that its source's step is told as its own
      const bool own = geometry == Geometry::per_feature;
      first_.set(k, (adapts || rule == ExpertRule::steady) && !own ? 1 / c : 0);
      own_.set(k, own ? 1 / c : 0);
      adaptive_.set(k, adapts ? 1 / (c * c) : 0);
      constant_.set(k, rule == ExpertRule::leap && !L::has_minimum ? endless_lambda : 0);
      newton_.set(k, rule == ExpertRule::newton ? bend<typename CurvedCompanion<L>::Loss> : 0);
      horizon_.set(k, rule == ExpertRule::newton ? c : 0);
    }
  }

  // norm: m, of each geometry.
  R lambda(const LabelUnits& units, const R& norm, double n) const {
    const double by = 1 / units.scale;
    const R adaptive = (first_ * (units.unit_loss * by) + adaptive_ * (progress_ * by)) * by;
    return (adaptive + constant_ * units.bend) * norm + own_ * by + newton_ * units.bend * smaller(R(n), horizon_);
  }

  // Losses are those of L with label and weight inside, and of its companion, which few experts need. No prediction above
  // `highest` can be right.
  template <class Curved>
  Step step(const WeightedLoss<L, R>& loss, const Curved& companion, const R& prediction, const R& lambda, const R& norm,
            double highest) {
    Prox<R> prox = loss.prox(prediction, lambda, norm);
    if constexpr (!std::same_as<Curved, WeightedLoss<L>>) {
      for_each_newton([&](std::size_t k) TACIT_INLINE_LAMBDA {
        const Prox<double> other = companion.prox(prediction[k], lambda[k], norm[k]);
        prox.point.set(k, other.point);
        prox.multiplier.set(k, other.multiplier);
      });
    }
    // lambda times the multiplier is a slope. The divergence, a square of weights, may be beyond numbers where no loss is.
    const R change = prox.multiplier * norm;
    const R moved = 0.5 * change;
    R delta = loss.fall(prediction, prox.point, change) - lambda * prox.multiplier * moved;
    // An exponential that went astray once must not end all progress.
    if constexpr (OfCounts<L>) delta = choose(prediction > highest + 1, smaller(delta, loss.value(R(highest + 1))), delta);
    progress_ += choose(adaptive_ > 0.0 && is_number(delta), larger(R(0.0), delta), R(0.0));
    return {prox.point, prox.multiplier, smaller(prox.multiplier * moved, R(most_divergence))};
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
  R own_ = 0.0;
  R adaptive_ = 0.0;
  R constant_ = 0.0;
  R newton_ = 0.0;
  R horizon_ = 0.0;
};

}  // namespace tacit
