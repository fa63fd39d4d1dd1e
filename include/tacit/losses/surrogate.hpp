// What an update minimises in place of the loss: a convex function of the prediction alone, label and importance weight inside.
//
// The implicit update takes the loss itself, the linear one its tangent at x_t, the truncated one the tangent cut off at the
// loss's infimum. Each is then the same proximal step, on any domain.
#pragma once

#include <utility>

#include "tacit/losses/loss.hpp"

namespace tacit {

template <class M>
concept Surrogate = requires(const M model, double p, double lambda) {
  { M::has_minimum } -> std::convertible_to<bool>;
  { model.slope(p) } -> std::same_as<double>;
  { model.prox(p, lambda, p) } -> std::same_as<Prox<double>>;
};

template <class M>
concept PiecewiseLinearSurrogate = Surrogate<M> && requires(const M model) {
  model.pieces().slopes[0];
};

// weight * loss at one label. The weight multiplies the loss, so it divides lambda inside the prox; it never multiplies a
// finished step.
template <class L>
struct WeightedLoss {
  static constexpr bool has_minimum = L::has_minimum;

  const L& loss;
  double y;
  double weight;

  double value(double p) const { return weight * loss.value(p, y); }
  double slope(double p) const { return weight * loss.slope(p, y); }
  Prox<double> prox(double z, double lambda, double m) const {
    return loss.prox(z, y, weight == 1 ? lambda : lambda / weight, m);
  }
  double curvature(double p) const requires Smooth<L> { return weight * loss.curvature(p, y); }
  auto pieces() const requires PiecewiseLinear<L> {
    auto pieces = loss.pieces(y);
    for (double& slope : pieces.slopes) slope *= weight;
    return pieces;
  }
};

// The tangent, up to a constant: slope * p.
struct Tangent {
  static constexpr bool has_minimum = false;

  double steepness;

  double slope(double) const { return steepness; }
  Prox<double> prox(double z, double lambda, double m) const {
    const double tau = steepness / lambda;
    return {z - tau * m, tau};
  }
  Pieces<0> pieces() const { return {{}, {steepness}}; }
};

// The tangent down to the infimum of the loss, which it reaches at `kink`, and flat from there on.
struct CutTangent {
  static constexpr bool has_minimum = true;

  double steepness;  // not 0
  double kink;

  double slope(double p) const { return (p - kink) * steepness > 0 ? steepness : 0.0; }
  Prox<double> prox(double z, double lambda, double m) const {
    const double far = magnitude(steepness) / lambda;
    return walk(z, (z - kink) * steepness > 0 ? kink : z, m, far, far);
  }
  Pieces<1> pieces() const { return {{kink}, {steepness < 0 ? steepness : 0.0, steepness < 0 ? 0.0 : steepness}}; }
};

}  // namespace tacit
