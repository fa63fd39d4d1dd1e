// The losses once more, in long double and from their definitions alone, for the tests to compare with.
//
// At a kink a twin's slope is the one to the left: what a search for the change of sign needs is monotony, not a convention.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "tacit/losses/all.hpp"

namespace tacit::twins {

using Long = long double;

template <class L>
struct Twin;

template <>
struct Twin<Hinge> {
  static std::vector<double> parameters() { return {0}; }
  explicit Twin(double) {}
  Long value(Long p, Long y) const { return std::max(0.0L, 1 - y * p); }
  Long slope(Long p, Long y) const { return y > 0 ? (p <= 1 ? -1.0L : 0.0L) : (p <= -1 ? 0.0L : 1.0L); }
};

template <>
struct Twin<Absolute> {
  static std::vector<double> parameters() { return {0}; }
  explicit Twin(double) {}
  Long value(Long p, Long y) const { return std::abs(p - y); }
  Long slope(Long p, Long y) const { return p <= y ? -1.0L : 1.0L; }
};

template <>
struct Twin<Square> {
  static std::vector<double> parameters() { return {0}; }
  explicit Twin(double) {}
  Long value(Long p, Long y) const { return (p - y) * (p - y) / 2; }
  Long slope(Long p, Long y) const { return p - y; }
};

template <>
struct Twin<QuarterSquare> {
  static std::vector<double> parameters() { return {0}; }
  explicit Twin(double) {}
  Long value(Long p, Long y) const { return (p - y) * (p - y) / 4; }
  Long slope(Long p, Long y) const { return (p - y) / 2; }
};

template <>
struct Twin<Logistic> {
  static std::vector<double> parameters() { return {0}; }
  explicit Twin(double) {}
  Long value(Long p, Long y) const { return y * p > 0 ? std::log1p(std::exp(-y * p)) : std::log1p(std::exp(y * p)) - y * p; }
  Long slope(Long p, Long y) const { return -y / (1 + std::exp(std::min(11000.0L, y * p))); }  // it never is 0
};

template <>
struct Twin<SquaredHinge> {
  static std::vector<double> parameters() { return {0}; }
  explicit Twin(double) {}
  Long value(Long p, Long y) const { return std::max(0.0L, 1 - y * p) * std::max(0.0L, 1 - y * p) / 2; }
  Long slope(Long p, Long y) const { return -y * std::max(0.0L, 1 - y * p); }
};

template <>
struct Twin<EpsilonInsensitive> {
  static std::vector<double> parameters() { return {0.1, 0, 2.5}; }
  explicit Twin(double parameter) : epsilon(parameter) {}
  Long value(Long p, Long y) const { return std::max(0.0L, std::abs(p - y) - epsilon); }
  Long slope(Long p, Long y) const { return p - y <= -epsilon ? -1.0L : p - y <= epsilon ? 0.0L : 1.0L; }
  Long epsilon;
};

template <>
struct Twin<Pinball> {
  static std::vector<double> parameters() { return {0.5, 0.1, 0.99}; }
  explicit Twin(double parameter) : k(parameter) {}
  Long value(Long p, Long y) const { return std::max(k * (y - p), (k - 1) * (y - p)); }
  Long slope(Long p, Long y) const { return p <= y ? -k : 1 - k; }
  Long k;
};

template <>
struct Twin<Huber> {
  static std::vector<double> parameters() { return {1, 0.02, 30}; }
  explicit Twin(double parameter) : c(parameter) {}
  Long value(Long p, Long y) const {
    const Long r = std::abs(p - y);
    return r <= c ? r * r / 2 : c * (r - c / 2);
  }
  Long slope(Long p, Long y) const { return std::clamp(p - y, -c, c); }
  Long c;
};

template <>
struct Twin<Expectile> {
  static std::vector<double> parameters() { return {0.5, 0.1, 0.99}; }
  explicit Twin(double parameter) : k(parameter) {}
  Long value(Long p, Long y) const { return (p < y ? k : 1 - k) * (p - y) * (p - y); }
  Long slope(Long p, Long y) const { return 2 * (p < y ? k : 1 - k) * (p - y); }
  Long k;
};

template <>
struct Twin<Poisson> {
  static std::vector<double> parameters() { return {0}; }
  explicit Twin(double) {}
  Long value(Long p, Long y) const {
    const Long d = p - std::log(y);
    if (y == 0) return std::exp(p);
    return std::abs(d) < 0.1L ? y * (d * d / 2 + d * d * d * series(d)) : std::exp(p) - y - y * d;
  }
  static Long series(Long d) {
    Long sum = 0;
    for (int k = 20; k > 2; --k) sum = (sum * d + 1) / k;  // 1/3 + d/12 + ...
    return sum / 2;
  }
  Long slope(Long p, Long y) const { return std::exp(p) - y; }
};

template <class L>
L loss_of(double parameter) {
  if constexpr (Parametric<L>) {
    return L(parameter);
  } else {
    return L{};
  }
}

// Calls visitor(loss, twin) for a few values of the loss's parameter, the default first.
template <class L, class Visitor>
void for_each_twin(Visitor&& visitor) {
  for (const double parameter : Twin<L>::parameters()) visitor(loss_of<L>(parameter), Twin<L>(parameter));
}

}  // namespace tacit::twins
