// One term of the temporal variability:  max over ||x|| <= R of  f(<z, x>) - g(<z', x>),  f and g convex, enclosed.
//
// From above: put a line s p + c in place of f, and under g its tangent at some q, of slope r. The difference of two linear
// functions has the maximum R ||s z - r z'||, and the bound is  c + R ||s z - r z'|| + r q - g(q).  For a given line the best
// tangent makes this the exact maximum (von Neumann: one side is linear in x, the other convex in r, on bounded sets).
// From below: the value at any x of the ball.
//
// A piecewise linear f is the largest of its lines, so the largest bound over them is the maximum itself, in closed form. A
// curved f is replaced by chords, and the chords that matter are halved until both sides meet: a chord lies above f where it is
// meant to, and elsewhere below, where it can do no harm.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "certify/two_rows.hpp"
#include "tacit/certify/enclosure.hpp"
#include "tacit/losses/loss.hpp"

namespace tacit {

// A side of the difference: label and importance weight.
struct Outcome {
  double label;
  double weight;
  bool operator==(const Outcome&) const = default;
};

// Bounds how far rounding may have led from a middle value. The linear parts, s z and r z' at most R away, have the size `size`;
// `constants` is the size of everything added to them.
inline double rounding_of_term(const TwoRows& rows, double radius, double steepest_now, double steepest_before,
                               double constants) {
  constexpr double lost = 1e-150;  // of norms: squares of smaller numbers are lost altogether
  const double size = steepest_now * rows.now + steepest_before * rows.before;
  const double small = lost * radius * (steepest_now + steepest_before);
  return rows.rounding * radius * size + small + 16 * std::numeric_limits<double>::epsilon() * constants;
}

// The size of a typical term tells those that search when a term is known well enough.
template <PiecewiseLinear L>
Enclosure variability_term(const L& loss, const TwoRows& rows, Outcome now, Outcome before, double radius, double /*typical*/) {
  const auto f = loss.pieces(now.label);
  const auto g = loss.pieces(before.label);
  constexpr std::size_t kinks = decltype(f)::count;
  const double inverse = 1 / rows.before;
  double constants = 0;
  double steepest_now = 0;
  double steepest_before = 0;
  std::array<double, kinks> place;   // of the kinks of g, along z'
  std::array<double, kinks> height;  // of the sphere above them
  std::array<double, kinks> tilt;
  for (std::size_t j = 0; j < kinks; ++j) {
    place[j] = tacit::clamp(g.kinks[j] * inverse, -radius, radius);
    height[j] = std::sqrt((radius - place[j]) * (radius + place[j]));
    tilt[j] = place[j] / height[j];
    constants += before.weight * std::fabs(g.kinks[j]);
  }

  // Of all lines of f the one with the largest bound, each with the slope r of g that makes its bound least.
  struct Choice {
    double bound, s, r, length;
    std::size_t kink;
  };
  Choice line{-std::numeric_limits<double>::infinity(), 0, 0, 0, 0};
  for (std::size_t i = 0; i <= kinks; ++i) {
    const double s = now.weight * f.slopes[i];
    const double c = -now.weight * loss.conjugate(f.slopes[i], now.label);  // f is the largest of s p - f*(s)
    Choice best{std::numeric_limits<double>::infinity(), s, 0, 0, 0};
    for (std::size_t j = 0; j < kinks; ++j) {
      // At its kink g has every slope r from low to high. R ||s z - r z'|| + r kink is convex in r, with its minimum where
      // the way to the sphere, (s along - r before, s across), meets the kink.
      const double low = before.weight * g.slopes[j];
      const double high = before.weight * g.slopes[j + 1];
      double r = g.kinks[j] > 0 ? low : high;
      if (height[j] > 0) r = tacit::clamp((s * rows.along - tilt[j] * std::fabs(s) * rows.across) * inverse, low, high);
      const double length = rows.length(s, r);
      const double bound = c + radius * length + r * g.kinks[j] - before.weight * loss.value(g.kinks[j], before.label);
      if (bound < best.bound) best = {bound, s, r, length, j};
    }
    if (best.bound > line.bound) line = best;
    constants += std::fabs(c);
    steepest_now = std::max(steepest_now, std::fabs(s));
    steepest_before = std::max(steepest_before, before.weight * std::fabs(g.slopes[i]));
  }

  // The maximum lies where that way meets the sphere, or at the kink.
  const auto value = [&](double a, double b) {
    const double p = rows.along * a + rows.across * b;
    return now.weight * loss.value(p, now.label) - before.weight * loss.value(rows.before * a, before.label);
  };
  const auto [bound, s, r, length, kink] = line;
  double lower = value(place[kink], s < 0 ? -height[kink] : height[kink]);
  if (length > 0) {
    const double scale = radius / length;
    lower = std::max(lower, value(scale * (s * rows.along - r * rows.before), scale * (s * rows.across)));
  }
  const double error = rounding_of_term(rows, radius, steepest_now, steepest_before, constants);
  return {std::min(lower, bound) - error, bound + error};
}

}  // namespace tacit
