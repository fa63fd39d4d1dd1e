// The box [low, high]^d. It holds 0, the start of every learner.
#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <string_view>

#include "tacit/core/number.hpp"
#include "tacit/core/require.hpp"
#include "tacit/geometry/euclidean.hpp"

namespace tacit {

class Box {
 public:
  static constexpr std::string_view name = "box";
  static constexpr bool bounded = true;
  using Geometry = Euclidean;

  Box(double low, double high) : low_(low), high_(high) {
    require_setting(low <= 0 && high >= 0 && low < high && is_finite(low) && is_finite(high), "box", low, high,
                    "LOW,HIGH with LOW <= 0 <= HIGH");
  }

  double low() const { return low_; }
  double high() const { return high_; }

  void mirror_step(std::span<const double> start, double step, std::span<const double> g, std::span<double> x) const {
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = clamp(start[i] - step * g[i], low_, high_);
  }

  // The divergence grows with the dimension, which a stream does not tell beforehand.
  double largest_divergence() const { return std::numeric_limits<double>::infinity(); }

 private:
  double low_;
  double high_;
};

}  // namespace tacit
