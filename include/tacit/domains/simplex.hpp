// The probability simplex {x_i >= 0, sum x_i = 1} in d dimensions, with the entropy geometry. Learners start from its centre.
//
// Its divergences are unbounded (a weight can come as near to 0 as it likes), so the paper's D is infinite here, and lambda = 0
// would send weights to 0 for ever: step sizes start from a positive lambda.
#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <string_view>

#include "tacit/core/elementary.hpp"
#include "tacit/core/require.hpp"
#include "tacit/geometry/entropy.hpp"

namespace tacit {

class Simplex {
 public:
  static constexpr std::string_view name = "simplex";
  static constexpr bool bounded = true;
  using Geometry = Entropy;

  // The coordinates are the indices from `first` on.
  explicit Simplex(std::size_t dimension, std::size_t first = 0) : dimension_(dimension), first_(first) {
    require_setting(dimension >= 1, "features", static_cast<double>(dimension), "at least 1");
  }

  std::size_t dimension() const { return dimension_; }
  std::size_t first() const { return first_; }

  void mirror_step(std::span<const double> start, double step, std::span<const double> g, std::span<double> x) const {
    double lowest = std::numeric_limits<double>::infinity();
    for (const double slope : g) lowest = smaller(lowest, step * slope);
    double total = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      x[i] = start[i] * exponential(lowest - step * g[i]);
      total += x[i];
    }
    for (double& weight : x) weight /= total;
  }

  double largest_divergence() const { return std::numeric_limits<double>::infinity(); }

 private:
  std::size_t dimension_;
  std::size_t first_;
};

}  // namespace tacit
