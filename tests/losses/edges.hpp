// Random labels and predictions, with the edges of the losses among them.
#pragma once

#include <array>

#include "core/draws.hpp"
#include "tacit/losses/loss.hpp"

namespace tacit {

template <class L>
double draw_label(Draws& draws) {
  if (L::two_class) return draws.sign();
  static constexpr std::array<double, 6> edges{0, 1, -1, 0.1, 1e6, -1e-6};
  if (OfCounts<L>) return magnitude(draws.one_in(3) ? draws.one_of(edges) : draws.between(-4, 4));
  return draws.one_in(3) ? draws.one_of(edges) : draws.between(-4, 4);
}

// Of an ordinary size.
template <class L>
double draw_near_label(Draws& draws) {
  const double y = L::two_class ? draws.sign() : draws.between(-4, 4);
  return OfCounts<L> ? magnitude(y) : y;
}

// Now and then exactly at a kink of the loss, or of its slope, or next to one.
inline double draw_prediction(Draws& draws, double y) {
  const std::array<double, 8> edges{y, 0, y - 0.1, y + 0.1, y - 1, y + 1, y * (1 + 0x1p-52), y * (1 - 0x1p-53)};
  if (draws.one_in(4)) return draws.one_of(edges);
  return draws.one_in(4) ? draws.of_magnitude(-8, 9) : draws.between(-6, 6);
}

// The same, where the loss is a number: predictions of counts are logarithms.
template <class L>
double draw_prediction_for(Draws& draws, double y) {
  const double p = draw_prediction(draws, y);
  return OfCounts<L> ? tacit::clamp(p, -700.0, 300.0) : p;
}

}  // namespace tacit
