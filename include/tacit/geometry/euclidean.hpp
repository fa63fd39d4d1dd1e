// Euclidean geometry: psi(x) = ||x||^2 / 2, so the divergence is half the squared distance and the norm is its own dual.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace tacit {

struct Euclidean {
  static constexpr std::string_view name = "euclidean";

  static double divergence(std::span<const double> u, std::span<const double> x) {
    double sum = 0;
    for (std::size_t i = 0; i < x.size(); ++i) sum += (u[i] - x[i]) * (u[i] - x[i]);
    return 0.5 * sum;
  }

  static double squared_dual_norm(std::span<const double> g) {
    double sum = 0;
    for (const double slope : g) sum += slope * slope;
    return sum;
  }
};

}  // namespace tacit
