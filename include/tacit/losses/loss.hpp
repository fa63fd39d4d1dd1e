// A loss is a convex function of one number, the prediction p = <z, x>, and the label y. It knows nothing of weights or features.
#pragma once

#include <concepts>
#include <cstddef>
#include <string_view>

#include "tacit/core/number.hpp"
#include "tacit/core/task.hpp"

namespace tacit {

// A proximal step on the prediction: point == z - multiplier * m. Both are given because either one, taken from the other, would
// lose digits: the point is exact at a kink, the multiplier is exact when the step is small.
template <class R>
struct Prox {
  R point;
  R multiplier;
};

// value and slope at a prediction; at a kink the slope is the one of least magnitude.
// prox(z, y, lambda, m) is argmin_p value(p, y) + lambda/(2 m) (p - z)^2: the implicit update of the prediction of an example
// with squared norm m. lambda = 0 gives the minimiser nearest to z. lambda times the multiplier is a slope of the loss at the
// point. conjugate(s, y) is sup_p s p - value(p, y); +infinity outside its domain.
template <class L, class R = double>
concept Loss = requires(const L loss, R p, R y, R lambda, R m, double s) {
  { L::name } -> std::convertible_to<std::string_view>;
  { L::formula } -> std::convertible_to<std::string_view>;
  { L::two_class } -> std::convertible_to<bool>;    // labels are -1 and +1
  { L::has_minimum } -> std::convertible_to<bool>;  // false: the infimum lies at infinity
  { loss.value(p, y) } -> std::same_as<R>;
  { loss.slope(p, y) } -> std::same_as<R>;
  { loss.prox(p, y, lambda, m) } -> std::same_as<Prox<R>>;
  { loss.conjugate(s, s) } -> std::same_as<double>;
};

// A loss may tell how much it falls from `before` to `after` = before - change, on the way to its minimisers or past them, where
// the change is known to more digits than both ends: a small step from a large label. Without it the values are subtracted.
template <class L, class R>
concept HasFall = requires(const L loss, R p) {
  { loss.fall(p, p, p, p) } -> std::same_as<R>;  // before, after, y, change
};

// A loss whose value takes long to compute, so that its value after a step is taken from its fall.
template <class L>
concept DearValue = requires {
  requires L::value_is_dear;
};

// A loss of counts and amounts: labels are 0 or more, and a prediction is the logarithm of the label's mean.
template <class L>
concept OfCounts = requires {
  requires L::of_counts;
};

// A loss may leave out of value() and conjugate() its least value, a number of the label alone: no step, no progress and no
// regret know of it. Where a loss is reported, it is least(y) more (Round::paid).
template <class L>
concept HasLeast = requires(const L loss, double y) {
  { loss.least(y) } -> std::same_as<double>;
};

template <class L>
inline constexpr Task task_of_loss = L::two_class  ? Task::two_classes
                                     : OfCounts<L> ? Task::counts
                                                   : Task::numbers;

// kinks in increasing order; slopes[i] holds to the left of kinks[i], slopes[Kinks] to the right of the last.
template <std::size_t Kinks, class R = double>
struct Pieces {
  static constexpr std::size_t count = Kinks;

  R kinks[Kinks > 0 ? Kinks : 1];
  R slopes[Kinks + 1];
};

template <class L>
concept PiecewiseLinear = requires(const L loss, double y) {
  loss.pieces(y).kinks[0];
};

template <class L, class R = double>
concept Smooth = requires(const L loss, R p, R y) {
  { loss.curvature(p, y) } -> std::same_as<R>;  // derivative of slope; at its jumps, either side
};

// A loss with a parameter says its name and default, and is constructed from a value.
template <class L>
concept Parametric = requires {
  { L::parameter } -> std::convertible_to<std::string_view>;
  L(double{L::default_parameter});
};

// Prox of a piecewise linear loss: from z to the target, but with a multiplier of at most `down` going down or `up` going up.
template <class R>
Prox<R> walk(R z, R target, R m, R down, R up) {
  const R whole = (z - target) / m;
  const R tau = tacit::clamp(whole, -up, down);
  return {choose(tau == whole, target, z - tau * m), tau};
}

// Prox of 1/2 (p - target)^2: the point that divides the way to the target as m : lambda.
template <class R>
Prox<R> pull(R z, R target, R lambda, R m) {
  const R tau = (z - target) / (lambda + m);
  // From whichever end is nearer, so that what is left of the way does not lose digits.
  return {choose(lambda < m, target + lambda * tau, z - tau * m), tau};
}

}  // namespace tacit
