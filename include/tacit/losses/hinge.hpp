// Hinge loss  max(0, 1 - y p)  for labels y in {-1, +1}.
//
// The slope at the kink y p = 1 is 0. With lambda = 0 the prox is the projection of z onto {y z >= 1}.
#pragma once

#include <limits>

#include "tacit/losses/loss.hpp"

namespace tacit {

struct Hinge {
  static constexpr std::string_view name = "hinge";
  static constexpr std::string_view formula = "max(0, 1 - y p), y in {-1, +1}";
  static constexpr bool two_class = true;
  static constexpr bool has_minimum = true;

  template <class R>
  R value(R p, R y) const {
    return larger(R(0.0), 1.0 - y * p);
  }
  template <class R>
  R slope(R p, R y) const {
    return choose(y * p < 1.0, -y, R(0.0));
  }
  template <class R>
  R fall(R before, R, R y, R change) const {
    return smaller(-y * change, value(before, y));
  }

  // Walk to the margin, at most eta = 1/lambda far.
  template <class R>
  Prox<R> prox(R z, R y, R lambda, R m) const {
    const R eta = 1.0 / lambda;
    return walk(z, choose(y * z < 1.0, y, z), m, eta, eta);
  }

  Pieces<1> pieces(double y) const { return {{y}, {y > 0 ? -1.0 : 0.0, y > 0 ? 0.0 : 1.0}}; }

  double conjugate(double s, double y) const {
    const double b = -y * s;
    return b >= 0 && b <= 1 ? -b : std::numeric_limits<double>::infinity();
  }
};

static_assert(Loss<Hinge> && PiecewiseLinear<Hinge>);

}  // namespace tacit
