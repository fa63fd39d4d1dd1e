// Epsilon-insensitive loss  max(0, |p - y| - epsilon): errors within the tube are free. The slope at its edges is 0.
#pragma once

#include <limits>

#include "tacit/core/require.hpp"
#include "tacit/losses/loss.hpp"

namespace tacit {

class EpsilonInsensitive {
 public:
  static constexpr std::string_view name = "epsilon-insensitive";
  static constexpr std::string_view formula = "max(0, |p - y| - epsilon)";
  static constexpr std::string_view parameter = "epsilon";
  static constexpr double default_parameter = 0.1;
  static constexpr bool two_class = false;
  static constexpr bool has_minimum = true;

  explicit EpsilonInsensitive(double epsilon = default_parameter) : epsilon_(epsilon) {
    require_setting(epsilon >= 0 && is_finite(epsilon), "loss-parameter", epsilon, "epsilon, a number not below 0");
  }

  template <class R>
  R value(R p, R y) const {
    return larger(R(0.0), magnitude(p - y) - epsilon_);
  }
  template <class R>
  R slope(R p, R y) const {
    return choose(p > y + epsilon_, R(1.0), choose(p < y - epsilon_, R(-1.0), R(0.0)));
  }
  template <class R>
  R fall(R before, R, R y, R change) const {
    const R gap = value(before, y);
    const R way = choose(before > y, change, -change);
    return smaller(smaller(way, gap), 2.0 * (gap + epsilon_) - way);
  }

  // Walk to the tube, at most eta = 1/lambda far.
  template <class R>
  Prox<R> prox(R z, R y, R lambda, R m) const {
    const R eta = 1.0 / lambda;
    return walk(z, tacit::clamp(z, y - epsilon_, y + epsilon_), m, eta, eta);
  }

  Pieces<2> pieces(double y) const { return {{y - epsilon_, y + epsilon_}, {-1.0, 0.0, 1.0}}; }

  double conjugate(double s, double y) const {
    return magnitude(s) <= 1 ? s * y + epsilon_ * magnitude(s) : std::numeric_limits<double>::infinity();
  }

 private:
  double epsilon_;
};

static_assert(Loss<EpsilonInsensitive> && PiecewiseLinear<EpsilonInsensitive> && Parametric<EpsilonInsensitive>);

}  // namespace tacit
