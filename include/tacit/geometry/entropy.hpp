// Entropy geometry: psi(x) = sum x_i ln x_i, so the divergence is Kullback and Leibler's. It is 1-strongly convex on the simplex
// for the l1 norm (Pinsker); the dual norm is the largest magnitude.
#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <string_view>

#include "tacit/core/elementary.hpp"

namespace tacit {

struct Entropy {
  static constexpr std::string_view name = "entropy";

  // sum u_i ln(u_i / x_i) - u_i + x_i; infinite where u puts weight and x has none.
  static double divergence(std::span<const double> u, std::span<const double> x) {
    double sum = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      if (u[i] == 0) {
        sum += x[i];
      } else if (x[i] == 0) {
        return std::numeric_limits<double>::infinity();
      } else {
        sum += u[i] * logarithm(u[i] / x[i]) - u[i] + x[i];
      }
    }
    return sum;
  }

  static double squared_dual_norm(std::span<const double> g) {
    double largest = 0;
    for (const double slope : g) largest = larger(largest, magnitude(slope));
    return largest * largest;
  }
};

}  // namespace tacit
