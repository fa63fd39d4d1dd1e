// Squared hinge loss  max(0, 1 - y p)^2 / 2  for labels y in {-1, +1}.
#pragma once

#include <limits>

#include "tacit/losses/loss.hpp"

namespace tacit {

struct SquaredHinge {
  static constexpr std::string_view name = "squared-hinge";
  static constexpr std::string_view formula = "max(0, 1 - y p)^2 / 2, y in {-1, +1}";
  static constexpr bool two_class = true;
  static constexpr bool has_minimum = true;

  template <class R>
  R value(R p, R y) const {
    const R gap = larger(R(0.0), 1.0 - y * p);
    return 0.5 * gap * gap;
  }
  template <class R>
  R slope(R p, R y) const {
    return -y * larger(R(0.0), 1.0 - y * p);
  }
  template <class R>
  R fall(R before, R, R y, R change) const {
    const R gap = larger(R(0.0), 1.0 - y * before);
    const R way = smaller(-y * change, gap);
    return way * (gap - 0.5 * way);
  }
  template <class R>
  R curvature(R p, R y) const {
    return choose(y * p < 1.0, R(1.0), R(0.0));
  }

  template <class R>
  Prox<R> prox(R z, R y, R lambda, R m) const {
    return pull(z, choose(y * z < 1.0, y, z), lambda, m);
  }

  double conjugate(double s, double y) const {
    const double b = -y * s;
    return b >= 0 ? b * (0.5 * b - 1) : std::numeric_limits<double>::infinity();
  }
};

static_assert(Loss<SquaredHinge> && Smooth<SquaredHinge>);

}  // namespace tacit
