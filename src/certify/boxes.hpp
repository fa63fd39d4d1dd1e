// Losses as the largest of lines, or of lines less a parabola: phi(p) = max over s in a box of  s p - phi*(s),  where
// phi*(s) = kink s + bend s^2 / 2. A loss with two kinks is the sum of two such functions.
#pragma once

#include <array>
#include <limits>

#include "tacit/losses/huber.hpp"
#include "tacit/losses/loss.hpp"

namespace tacit::comparing {

struct Box {
  double low;
  double high;
  double kink;
  double bend;
};

template <PiecewiseLinear L>
auto boxes(const L& loss, double y) {
  const auto pieces = loss.pieces(y);
  std::array<Box, pieces.count> boxes;
  for (std::size_t k = 0; k < pieces.count; ++k) {
    const double from = k == 0 ? 0.0 : pieces.slopes[k];
    boxes[k] = {pieces.slopes[k] - from, pieces.slopes[k + 1] - from, pieces.kinks[k], 0};
  }
  return boxes;
}

inline std::array<Box, 1> boxes(const Huber& loss, double y) {
  constexpr double far = std::numeric_limits<double>::max();
  return {{{loss.slope(-far, y), loss.slope(far, y), y, 1}}};
}

template <class L>
concept Boxed = requires(const L loss, double y) {
  boxes(loss, y);
};

}  // namespace tacit::comparing
