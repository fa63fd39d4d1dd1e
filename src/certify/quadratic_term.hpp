// One term of the temporal variability for the square losses:  max over ||x|| <= R of a difference of two squares.
//
// A quadratic function F(x) = x'Ax/2 - h'x + k, convex or not, has on the ball the maximum of its dual (the trust region
// problem):
//   min over mu >= max(0, largest eigenvalue of A) of  mu R^2 / 2 + k + h'(mu - A)^-1 h / 2,
// which bounds it for every such mu. At the best mu, x = -(mu - A)^-1 h has the norm R; where even the smallest mu leaves it
// shorter, the eigenvector makes up for it.
#pragma once

#include <algorithm>
#include <cmath>

#include "certify/variability_term.hpp"
#include "tacit/losses/quarter_square.hpp"
#include "tacit/losses/square.hpp"

namespace tacit {

// The eigenvalues of A, and the eigenvector (cosine, sine) of the largest.
struct Axes {
  double largest;
  double apart;  // the other eigenvalue is largest - apart
  double cosine = 1;
  double sine = 0;
};
inline Axes axes_of(double a11, double a12, double a22) {
  const double half = 0.5 * (a11 - a22);
  const double spread = std::sqrt(half * half + a12 * a12);
  Axes found{.largest = 0.5 * (a11 + a22) + spread, .apart = 2 * spread};
  if (spread > 0) {
    const double x = half >= 0 ? half + spread : std::fabs(a12);
    const double y = half >= 0 ? a12 : std::copysign(spread - half, a12);
    const double norm = std::sqrt(x * x + y * y);
    found.cosine = x / norm;
    found.sine = y / norm;
  }
  return found;
}

// The best mu, as its excess over the largest eigenvalue, and x there along the eigenvectors.
struct TrustRegion {
  double excess;
  double x1 = 0;
  double x2 = 0;
  double norm = 0;
};
// The norm of x falls in the excess, and the root of 1/||x|| = 1/R, nearly a straight line, is approached from the left.
inline TrustRegion trust_region(const Axes& axes, double h1, double h2, double radius) {
  TrustRegion at{.excess = std::max({0.0, -axes.largest, std::fabs(h1) / radius})};
  for (int i = 0; i < 50; ++i) {
    const double other = at.excess + axes.apart;
    at.x1 = h1 != 0 ? -h1 / at.excess : 0.0;
    at.x2 = h2 != 0 ? -h2 / other : 0.0;
    at.norm = std::sqrt(at.x1 * at.x1 + at.x2 * at.x2);
    if (!(at.norm > radius)) break;
    if (!(other > 0)) {  // A is a multiple of the identity, and h1 is 0: all is in h2
      at.excess = std::fabs(h2) / radius;
      continue;
    }
    const double fall = (h1 != 0 ? at.x1 * at.x1 / at.excess : 0.0) + at.x2 * at.x2 / other;
    const double step = at.norm * at.norm / fall * ((at.norm - radius) / radius);
    if (!(step > 1e-15 * at.excess)) break;
    at.excess += step;
  }
  return at;
}

// The term of one row and one weight with two labels: the squares cancel, which leaves w (y' - y) (p - (y + y') / 2).
inline Enclosure linear_term(const TwoRows& rows, Outcome now, Outcome before, double radius) {
  const double rise = now.weight * (before.label - now.label);
  const double value = std::fabs(rise) * radius * rows.before - 0.5 * rise * (now.label + before.label);
  const double constants = std::fabs(rise) * (std::fabs(now.label) + std::fabs(before.label));
  const double error = rounding_of_term(rows, radius, std::fabs(rise), 0, constants);
  return {value - error, value + error};
}

// The term of  now.weight (p - now.label)^2 / 2 - before.weight (q - before.label)^2 / 2.
inline Enclosure quadratic_term(const TwoRows& rows, Outcome now, Outcome before, double radius) {
  const double w = now.weight;
  const double v = before.weight;
  if (rows.equal() && w == v) return linear_term(rows, now, before, radius);
  const Axes axes = axes_of(w * rows.along * rows.along - v * rows.before * rows.before, w * rows.along * rows.across,
                            w * rows.across * rows.across);
  const double to_u = w * now.label * rows.along - v * before.label * rows.before;
  const double to_v = w * now.label * rows.across;
  const double h1 = axes.cosine * to_u + axes.sine * to_v;
  const double h2 = axes.cosine * to_v - axes.sine * to_u;
  auto [excess, x1, x2, norm] = trust_region(axes, h1, h2, radius);
  const double mu = axes.largest + excess;
  const double bound = 0.5 * mu * radius * radius + 0.5 * (w * now.label * now.label - v * before.label * before.label) +
                       0.5 * ((h1 != 0 ? h1 * h1 / excess : 0.0) + (h2 != 0 ? h2 * h2 / (excess + axes.apart) : 0.0));

  if (mu > 0 && std::fabs(x2) < radius) {
    x1 = std::copysign(std::sqrt((radius - x2) * (radius + x2)), -h1);
  } else if (norm > radius) {
    x1 *= radius / norm;
    x2 *= radius / norm;
  }
  const double a = axes.cosine * x1 - axes.sine * x2;
  const double b = axes.sine * x1 + axes.cosine * x2;
  const double r = rows.along * a + rows.across * b - now.label;
  const double s = rows.before * a - before.label;
  const double value = 0.5 * w * r * r - 0.5 * v * s * s;

  const double farthest_now = radius * rows.now + std::fabs(now.label);
  const double farthest_before = radius * rows.before + std::fabs(before.label);
  const double error = rounding_of_term(rows, radius, 4 * w * farthest_now, 4 * v * farthest_before,
                                        w * farthest_now * farthest_now + v * farthest_before * farthest_before);
  return {std::min(value, bound) - error, bound + error};
}

inline Enclosure variability_term(const Square&, const TwoRows& rows, Outcome now, Outcome before, double radius, double) {
  return quadratic_term(rows, now, before, radius);
}

inline Enclosure variability_term(const QuarterSquare&, const TwoRows& rows, Outcome now, Outcome before, double radius, double) {
  return quadratic_term(rows, {now.label, 0.5 * now.weight}, {before.label, 0.5 * before.weight}, radius);
}

}  // namespace tacit
