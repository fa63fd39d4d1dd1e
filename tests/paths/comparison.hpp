// The library's answer to a problem, beside the reference's.
//
// Both should agree to 1e-12 of the size of the weights. Where the problem itself is ill-conditioned that is not asked: there the
// bound is what a few roundings of x, z and the prediction do to the exact answer. (A kink at the very edge of the ball, say: the
// weights then move by the square root of a change of the label.)
#pragma once

#include <algorithm>
#include <cmath>
#include <ostream>

#include "core/worst.hpp"
#include "paths/problem.hpp"
#include "tacit/learners/updates.hpp"
#include "tacit/paths/all.hpp"

namespace tacit {

inline constexpr long double eps = 0x1p-52L;

inline std::ostream& operator<<(std::ostream& out, const WholeSpace&) { return out << "whole space"; }
inline std::ostream& operator<<(std::ostream& out, const Ball& ball) { return out << "ball of radius " << ball.radius(); }
inline std::ostream& operator<<(std::ostream& out, const Box& box) { return out << "box " << box.low() << ' ' << box.high(); }
inline std::ostream& operator<<(std::ostream& out, const Simplex&) { return out << "simplex"; }

// The slope of what the update minimises: of the loss from its definition, of a tangent as given.
template <class L>
auto reference_slope(const WeightedLoss<L>& model, const twins::Twin<L>& twin) {
  return [&twin, y = model.y, weight = reference::Long{model.weight}](reference::Long p) { return weight * twin.slope(p, y); };
}
template <class L>
auto reference_slope(const Tangent& model, const twins::Twin<L>&) {
  return [s = reference::Long{model.steepness}](reference::Long) { return s; };
}
template <class L>
auto reference_slope(const CutTangent& model, const twins::Twin<L>&) {
  return [s = reference::Long{model.steepness}, kink = model.kink](reference::Long p) { return (p - kink) * s > 0 ? s : 0.0L; };
}

struct Errors {
  reference::Long x = 0;
  reference::Long prediction = 0;
  reference::Long root_divergence = 0;

  bool within(const Errors& bound) const {
    return x <= bound.x && prediction <= bound.prediction && root_divergence <= bound.root_divergence;
  }
};

// How far the exact answers to problems a few roundings away lie from this one's.
template <class Domain, class Slope>
Errors spread(const Domain& domain, const Problem& problem, Slope slope, const reference::Answer& answer) {
  using reference::Long;
  Draws draws(7);
  Errors widest;
  for (int trial = 0; trial < 8; ++trial) {
    reference::Vector x{};
    reference::Vector z{};
    Long magnitudes = std::abs(Long{problem.y});
    for (std::size_t i = 0; i < problem.dimension; ++i) {
      x[i] = problem.x[i] * (1 + 4 * eps * draws.between(-1, 1));
      z[i] = problem.z[i] * (1 + 4 * eps * draws.between(-1, 1));
      magnitudes += std::abs(z[i]) * (std::abs(x[i]) + std::abs(answer.x[i]));
    }
    const Long shift = 4 * eps * draws.between(-1, 1) * magnitudes;
    const reference::Curve<Domain> curve(domain, x, z);
    const auto other = solve(
        curve, [&](Long p) { return slope(p + shift); }, problem.lambda);
    Long turned = 0;
    for (std::size_t i = 0; i < problem.dimension; ++i) turned += (other.x[i] - x[i]) * (answer.x[i] - problem.x[i]);
    const Long step = turned < 0 ? -other.root_divergence : other.root_divergence;  // the other way counts as negative
    widest.x = std::max(widest.x, reference::distance(other.x, answer.x));
    widest.prediction = std::max(widest.prediction, std::abs(other.prediction - answer.prediction));
    widest.root_divergence = std::max(widest.root_divergence, std::abs(step - answer.root_divergence));
  }
  return widest;
}

// What rounding may do to the divergence, beyond a few units in its last place.
inline reference::Long divergence_rounding(const reference::Curve<WholeSpace>&, const Path<WholeSpace>::Step&) { return 0; }
// It is that of the rounded weights.
inline reference::Long divergence_rounding(const reference::Curve<Box>& curve, const Path<Box>::Step& step) {
  return 2 * eps * reference::norm(curve.start) * (std::sqrt(step.divergence) + 2 * eps * reference::norm(curve.start));
}
// ||x||^2 less its part along z is known to a rounding of ||x||^2, and enters times (1 - sigma)^2. Where next to nothing is left
// sigma is not known either.
inline reference::Long divergence_rounding(const reference::Curve<Ball>& curve, const Path<Ball>::Step& step) {
  const reference::Long n = reference::product(curve.start, curve.start);
  const reference::Long u = reference::product(curve.start, curve.z) / reference::norm(curve.z);
  const reference::Long shrinkage = n - u * u < 1e-6L * n ? 1.0L : 1.0L - step.sigma;
  return 4 * eps * shrinkage * shrinkage * n;
}
// It is a difference of terms as large as the exponents, unless these are all small.
inline reference::Long divergence_rounding(const reference::Curve<Simplex>& curve, const Path<Simplex>::Step& step) {
  reference::Long widest = 0;
  for (const reference::Long c : curve.centred) widest = std::max(widest, std::abs(step.multiplier * c));
  return widest < 0.3L ? 1e-100L : 8 * eps * (1 + std::min(widest, 700.0L));
}

// Makes the update as a learner does, and sees how far it lies from the reference.
template <class Update, class Domain, class L>
void compare(const Domain& domain, const L& loss, const twins::Twin<L>& twin, const Problem& problem, WeightsOn<Domain>& weights,
             Worst& worst) {
  using reference::Long;
  Path<Domain> way(domain, weights, problem.row());
  const WeightedLoss<L> weighted{loss, problem.y, problem.weight};
  if (weighted.slope(way.prediction()) == 0 || !way.can_move()) return;
  const auto model = Update::surrogate(weighted, way.prediction());
  if (problem.lambda == 0 && !Domain::bounded && !model.has_minimum) return;
  const auto step = way.implicit(model, problem.lambda);
  way.move(step);

  reference::Vector x{};
  reference::Vector z{};
  reference::Vector found{};
  for (std::size_t i = 0; i < problem.dimension; ++i) {
    x[i] = problem.x[i];
    z[i] = problem.z[i];
    found[i] = weights[static_cast<Index>(i)];
  }
  const auto slope = reference_slope(model, twin);
  const reference::Curve<Domain> curve(domain, x, z);
  const auto answer = solve(curve, slope, problem.lambda);
  const Errors errors{reference::distance(found, answer.x), std::abs(step.prediction - answer.prediction),
                      std::abs(std::sqrt(Long{step.divergence}) - answer.root_divergence)};
  const Long size = reference::norm(x) + reference::norm(answer.x);
  const Long rounding = divergence_rounding(curve, step) + 1e-308L;
  constexpr Long nothing = 1e-290L;  // below it products are denormal
  Errors bound{1e-12L * size + nothing, 1e-12L * size * reference::norm(z) + nothing,
               1e-12L * answer.root_divergence + rounding / (answer.root_divergence + std::sqrt(rounding))};
  if (!errors.within(bound)) {
    const Errors widest = spread(domain, problem, slope, answer);
    bound.x += 4 * widest.x;
    bound.prediction += 4 * widest.prediction;
    bound.root_divergence += 4 * widest.root_divergence;
  }
  const auto see = [&](const char* what, Long error, Long tolerance) {
    worst.see(error, tolerance, what, "in", domain, Update::name, L::name, "lambda", problem.lambda, "y", problem.y, "weight",
              problem.weight, "x", problem.x[0], problem.x[1], problem.x[2], problem.x[3], problem.x[4], "z", problem.z[0],
              problem.z[1], problem.z[2], problem.z[3], problem.z[4], "tau", step.multiplier);
  };
  see("weights", errors.x, bound.x);
  see("prediction", errors.prediction, bound.prediction);
  see("divergence", errors.root_divergence, bound.root_divergence);

  if constexpr (std::same_as<Update, ImplicitUpdate>) {
    // The loss never grows, nor does the round's progress fall below 0, but for the rounding of the prediction.
    const Long before = problem.weight * twin.value(way.prediction(), problem.y);
    const Long after = problem.weight * twin.value(step.prediction, problem.y);
    const Long price = problem.lambda > 0 ? problem.lambda * Long{step.divergence} : 0.0L;
    const Long steepness =
        std::abs(slope(way.prediction())) + (problem.lambda > 0 ? std::abs(problem.lambda * step.multiplier) : 0.0L);
    const Long slack =
        8 * eps * (steepness * (size * reference::norm(z) + std::abs(problem.y)) + before) + problem.lambda * rounding;
    see("loss grew", std::max(0.0L, after - before), slack);
    see("progress", std::min(0.0L, before - after - price), slack);
  }
}

// The three updates in turn, the implicit one twice as often.
template <class Domain, class L>
void compare_in_turn(int turn, const Domain& domain, const Problem& problem, WeightsOn<Domain>& weights, Worst& worst) {
  const auto loss = twins::loss_of<L>(problem.parameter);
  const twins::Twin<L> twin(problem.parameter);
  if (turn % 4 == 0) return compare<LinearUpdate>(domain, loss, twin, problem, weights, worst);
  if (turn % 4 == 1) return compare<TruncatedUpdate>(domain, loss, twin, problem, weights, worst);
  return compare<ImplicitUpdate>(domain, loss, twin, problem, weights, worst);
}

}  // namespace tacit
