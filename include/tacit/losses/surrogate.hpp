// What an update minimises in place of the loss: a convex function of the prediction alone, label and importance weight inside.
//
// The implicit update takes the loss itself, the linear one its tangent at x_t, the truncated one the tangent cut off at the
// loss's infimum. Each is then the same proximal step, on any domain.
#pragma once

#include <utility>

#include "tacit/losses/loss.hpp"

namespace tacit {

template <class G, class R = typename G::Number>
concept Surrogate = requires(const G surrogate, R p, R lambda) {
  { G::has_minimum } -> std::convertible_to<bool>;
  { surrogate.slope(p) } -> std::same_as<R>;
  { surrogate.prox(p, lambda, p) } -> std::same_as<Prox<R>>;
};

template <class G>
concept PiecewiseLinearSurrogate = Surrogate<G> && requires(const G surrogate) {
  surrogate.pieces().slopes[0];
};

// weight * loss at one label. The weight multiplies the loss, so it divides lambda inside the prox; it never multiplies a
// finished step.
template <class L, class R = double>
struct WeightedLoss {
  using Number = R;
  static constexpr bool has_minimum = L::has_minimum;

  const L& loss;
  double y;
  double weight;

  R value(const R& p) const { return weight * loss.value(p, R(y)); }
  R slope(const R& p) const { return weight * loss.slope(p, R(y)); }
  // value(before) - value(after), where after = before - change.
  R fall(const R& before, const R& after, const R& change) const {
    if constexpr (HasFall<L, R>) {
      return weight * loss.fall(before, after, R(y), change);
    } else {
      return value(before) - value(after);
    }
  }
  // value(after), where value and fall are known. The difference keeps its digits while most of the value is left.
  R value_after(const R& value_before, const R& fallen, const R& after) const {
    if constexpr (DearValue<L>) {
      const auto most_is_left = 2.0 * fallen <= value_before;
      const R left = value_before - fallen;
      return everywhere(most_is_left) ? left : choose(most_is_left, left, value(after));
    } else {
      return value(after);
    }
  }
  Prox<R> prox(const R& z, const R& lambda, const R& m) const {
    return loss.prox(z, R(y), weight == 1 ? lambda : lambda / weight, m);
  }
  R curvature(const R& p) const requires Smooth<L> { return weight * loss.curvature(p, R(y)); }
  auto pieces() const requires PiecewiseLinear<L> {
    const auto at_weight_1 = loss.pieces(y);
    Pieces<at_weight_1.count, R> pieces;
    for (std::size_t i = 0; i < at_weight_1.count; ++i) pieces.kinks[i] = at_weight_1.kinks[i];
    for (std::size_t i = 0; i <= at_weight_1.count; ++i) pieces.slopes[i] = at_weight_1.slopes[i] * weight;
    return pieces;
  }
};

// The tangent, up to a constant: slope * p.
template <class R>
struct TangentOf {
  using Number = R;
  static constexpr bool has_minimum = false;

  R steepness;

  R slope(const R&) const { return steepness; }
  Prox<R> prox(const R& z, const R& lambda, const R& m) const {
    const R tau = steepness / lambda;
    return {z - tau * m, tau};
  }
  Pieces<0, R> pieces() const { return {{R(0.0)}, {steepness}}; }
};

using Tangent = TangentOf<double>;

// The tangent down to the infimum of the loss, which it reaches at `kink`, and flat from there on.
template <class R>
struct CutTangentOf {
  using Number = R;
  static constexpr bool has_minimum = true;

  R steepness;  // not 0
  R kink;

  R slope(const R& p) const { return choose((p - kink) * steepness > 0.0, steepness, R(0.0)); }
  Prox<R> prox(const R& z, const R& lambda, const R& m) const {
    const R far = magnitude(steepness) / lambda;
    return walk(z, choose((z - kink) * steepness > 0.0, kink, z), m, far, far);
  }
  Pieces<1, R> pieces() const { return {{kink}, {smaller(R(0.0), steepness), larger(R(0.0), steepness)}}; }
};

using CutTangent = CutTangentOf<double>;

}  // namespace tacit
