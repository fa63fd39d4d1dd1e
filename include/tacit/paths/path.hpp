// Where a geometry and a domain meet: the curve of mirror steps from x_t along an example z,
//   x(tau) = argmin over the domain of  tau <z, x> + B(x, x_t).
//
// Optimality of the implicit update says x_{t+1} = x(tau) with lambda tau in the subdifferential of the loss at <z, x(tau)>. That
// prediction never increases with tau, so there is one root, and only the scalar map tau -> <z, x(tau)> depends on the domain.
#pragma once

#include <concepts>
#include <cstddef>
#include <limits>
#include <type_traits>

#include "tacit/core/shared_row.hpp"
#include "tacit/losses/surrogate.hpp"

namespace tacit {

// Path<Domain> has
//   Weights        how x is kept; copyable; product(z) is a prediction
//   Step           a point of the curve: at least its prediction, its divergence from x_t, and the change <z, x_t> - prediction,
//                  which is known to more digits where the step is short
//   Path(domain, weights, z)
//   prediction()   <z, x_t>
//   dual_norm()    of z, squared
//   can_move()     false where z is 0
//   implicit(surrogate, lambda) -> Step    argmin over the curve of surrogate(<z, x>) + lambda B(x, x_t);
//                                          lambda = 0 is the limit from above
//   move(step)     x_{t+1} <- the point; move(step, moves) in some lanes only
// R is what it computes with: double, or lanes, each of them a learner of its own.
template <class Domain, class R = double>
class Path;

// What a path goes along.
template <class R>
using FeaturesOf = std::conditional_t<Scalar<R>, Row, SharedRow<R>>;

template <class D, class R = double>
using WeightsOn = typename Path<D, R>::Weights;

// The smallest squared norm of z that counts as more than 0: below it, digits are lost.
inline constexpr double smallest_squared_norm = std::numeric_limits<double>::min();

// For a piecewise linear surrogate the answer lies on a slope or at a kink. Going from x_t towards the minimisers: follow the
// current slope; if that passes the next kink, stop at the kink, unless even there the next slope still pulls harder than lambda
// holds.
//   along(tau)    the point at that multiplier; plus or minus infinity is the end of the curve
//   reach(p)      the point whose prediction is p
//   multiplier of a point: tau
//
// A walk upwards is taken as one downwards with all signs turned, so that lanes may go either way.
template <Surrogate G, class R, class Along, class Reach>
auto walk_pieces(const G& surrogate, const R& prediction, const R& lambda, Along along, Reach reach) {
  const auto pieces = surrogate.pieces();
  constexpr std::size_t count = decltype(pieces)::count;
  R slope = surrogate.slope(prediction);
  const auto down = slope > 0.0;
  const R sign = choose(down, R(1.0), R(-1.0));
  auto step = along(slope / lambda);
  if constexpr (count > 0) {
    // The i-th kink and the slope behind it, in the order of the walk.
    const auto kink = [&](std::size_t i) { return choose(down, pieces.kinks[count - 1 - i], pieces.kinks[i]); };
    const auto slope_behind = [&](std::size_t i) { return choose(down, pieces.slopes[count - 1 - i], pieces.slopes[i + 1]); };
    auto arrived = down && !down;
    for (std::size_t i = 0; i < count; ++i) {
      const auto ahead = sign * kink(i) < sign * prediction;
      const auto passed = !arrived && ahead && !(sign * step.prediction >= sign * kink(i));
      if (!somewhere(passed)) continue;
      const auto stop = reach(kink(i));
      // Not so if rounding alone has taken it past the kink.
      const auto stops = passed && !(magnitude(stop.multiplier) > magnitude(slope / lambda));
      arrived = arrived || (passed && !stops);
      const R held = choose(lambda > 0.0, lambda * stop.multiplier, R(0.0));
      slope = choose(stops, slope_behind(i), slope);
      const auto held_there = stops && sign * held >= sign * slope;
      step = choose(held_there, stop, step);
      arrived = arrived || held_there;
      const auto goes_on = stops && !held_there;
      if (somewhere(goes_on)) step = choose(goes_on, along(slope / lambda), step);
    }
  }
  return step;
}

}  // namespace tacit
