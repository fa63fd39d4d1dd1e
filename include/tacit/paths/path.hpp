// Where a geometry and a domain meet: the curve of mirror steps from x_t along an example z,
//   x(tau) = argmin over the domain of  tau <z, x> + B(x, x_t).
//
// Optimality of the implicit update says x_{t+1} = x(tau) with lambda tau in the subdifferential of the loss at <z, x(tau)>. That
// prediction never increases with tau, so there is one root, and only the scalar map tau -> <z, x(tau)> depends on the domain.
#pragma once

#include <concepts>
#include <cstddef>
#include <limits>

#include "tacit/core/row.hpp"
#include "tacit/losses/surrogate.hpp"

namespace tacit {

// Path<Domain> has
//   Weights        how x is kept; copyable; product(z) is a prediction
//   Step           a point of the curve: at least its prediction and its divergence from x_t
//   Path(domain, weights, z)
//   prediction()   <z, x_t>
//   dual_norm()    of z, squared
//   can_move()     false where z is 0
//   implicit(model, lambda) -> Step    argmin over the curve of model(<z, x>) + lambda B(x, x_t);
//                                      lambda = 0 is the limit from above
//   move(step)     x_{t+1} <- the point
template <class Domain>
class Path;

template <class D>
using WeightsOn = typename Path<D>::Weights;

// The smallest squared norm of z that counts as more than 0: below it, digits are lost.
inline constexpr double smallest_squared_norm = std::numeric_limits<double>::min();

// For a piecewise linear model the answer lies on a slope or at a kink. Going from x_t towards the minimisers: follow the current
// slope; if that passes the next kink, stop at the kink, unless even there the next slope still pulls harder than lambda holds.
//   along(tau)    the point at that multiplier; plus or minus infinity is the end of the curve
//   reach(p)      the point whose prediction is p
//   multiplier of a point: tau
template <Surrogate M, class Along, class Reach>
auto walk_pieces(const M& model, double prediction, double lambda, Along along, Reach reach) {
  const auto pieces = model.pieces();
  constexpr std::size_t count = sizeof(pieces.slopes) / sizeof(double) - 1;
  double slope = model.slope(prediction);
  const bool down = slope > 0;
  std::size_t piece = down ? count : 0;  // start from the outermost piece that holds the prediction
  if (down) {
    while (piece > 0 && pieces.kinks[piece - 1] >= prediction) --piece;
  } else {
    while (piece < count && pieces.kinks[piece] <= prediction) ++piece;
  }
  for (;;) {
    const auto step = along(slope / lambda);
    const bool last = down ? piece == 0 : piece == count;
    if (last) return step;
    const double kink = pieces.kinks[down ? piece - 1 : piece];
    if (down ? step.prediction >= kink : step.prediction <= kink) return step;
    const auto stop = reach(kink);
    if (magnitude(stop.multiplier) > magnitude(slope / lambda)) return step;  // rounding alone has taken it past the kink
    piece = down ? piece - 1 : piece + 1;
    slope = pieces.slopes[piece];
    const double held = lambda > 0 ? lambda * stop.multiplier : 0.0;
    if (down ? held >= slope : held <= slope) return stop;
  }
}

}  // namespace tacit
