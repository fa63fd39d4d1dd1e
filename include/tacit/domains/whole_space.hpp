// All of R^d.
#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <string_view>

#include "tacit/geometry/euclidean.hpp"

namespace tacit {

struct WholeSpace {
  static constexpr std::string_view name = "whole-space";
  static constexpr bool bounded = false;
  using Geometry = Euclidean;

  // argmin over the domain of step <g, x> + B(x, start).
  void mirror_step(std::span<const double> start, double step, std::span<const double> g, std::span<double> x) const {
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = start[i] - step * g[i];
  }

  // The D^2 of the paper's theorems: the largest divergence between two points.
  double largest_divergence() const { return std::numeric_limits<double>::infinity(); }
};

}  // namespace tacit
