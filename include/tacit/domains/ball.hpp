// The l2 ball of radius R around 0: half the paper's diameter.
#pragma once

#include <cmath>
#include <cstddef>
#include <span>
#include <string_view>

#include "tacit/core/require.hpp"
#include "tacit/geometry/euclidean.hpp"

namespace tacit {

class Ball {
 public:
  static constexpr std::string_view name = "ball";
  static constexpr bool bounded = true;
  using Geometry = Euclidean;

  explicit Ball(double radius) : radius_(radius) {
    require_setting(radius > 0 && is_finite(radius * radius), "radius", radius, "a positive number below 1e154");
  }

  double radius() const { return radius_; }

  void mirror_step(std::span<const double> start, double step, std::span<const double> g, std::span<double> x) const {
    double squared_norm = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      x[i] = start[i] - step * g[i];
      squared_norm += x[i] * x[i];
    }
    if (squared_norm <= radius_ * radius_) return;
    const double shrink = radius_ / std::sqrt(squared_norm);
    for (double& weight : x) weight *= shrink;
  }

  double largest_divergence() const { return 2 * radius_ * radius_; }

 private:
  double radius_;
};

}  // namespace tacit
