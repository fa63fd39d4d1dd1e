// The step of Newton's method with the ball for its trust region: to the minimum over the ball of the quadratic model at x.
//
// It solves (H + lambda I) dx = -g - lambda x for the least lambda >= 0 with ||x + dx|| <= R; lambda by Newton's method on
// 1/R - 1/||x + dx|| (Hebden; Moré and Sorensen). The system factors H + lambda I and solves with it.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "certify/vector.hpp"

namespace tacit::comparing {

// Begins with lambda, none yet if it is below 0, and leaves the one that it found there.
template <class System>
Vector ball_step(System& system, const Vector& gradient, const Vector& x, double radius, double& lambda) {
  Vector best;
  if (lambda < 0) lambda = 0.5 * norm(gradient) / radius;
  double low = 0;
  double high = std::numeric_limits<double>::infinity();
  for (int again = 0; again < 50; ++again) {
    system.factor(lambda, 0, x);
    Vector dx = gradient;
    for (std::size_t j = 0; j < dx.size(); ++j) dx[j] = -gradient[j] - lambda * x[j];
    dx = system.solve(dx);
    Vector there = x;
    add(there, 1, dx);
    const double length = norm(there);
    if (!std::isfinite(length)) {  // a matrix of zeros, or nearly
      lambda = std::max(2 * lambda, norm(gradient) / radius);
      low = std::max(low, 0.5 * lambda);
      continue;
    }
    best = std::move(dx);
    if (std::fabs(length - radius) <= 1e-11 * radius || (lambda == 0 && length <= radius)) break;
    (length > radius ? low : high) = lambda;
    const double slope = inner(there, system.solve(there));
    double next = lambda + length * length / slope * ((length - radius) / radius);
    if (!(next > low && next < high)) {
      if (low == 0 && next <= 0 && length <= radius) {
        next = 0;
      } else {
        next = std::isfinite(high) ? 0.5 * (low + high) : std::max(2 * low, norm(gradient) / radius);
      }
    }
    if (next == lambda || high - low <= 1e-15 * low) break;
    lambda = next;
  }
  if (best.empty()) best.assign(x.size(), 0.0);
  Vector there = x;
  add(there, 1, best);
  const double length = norm(there);
  if (length > radius) {
    for (std::size_t j = 0; j < best.size(); ++j) best[j] = there[j] * (radius / length) - x[j];
  }
  return best;
}

// Where on the way from 0 to 1 a convex function has no more than this share of its first steepness; 1 if it falls all the way.
// `steepness` is its derivative.
template <class Steepness>
double search_way(Steepness steepness, double enough) {
  double at_high = steepness(1.0);
  if (!(at_high > 0)) return 1;
  double at_low = steepness(0.0);
  const double start = std::fabs(at_low);
  if (std::fabs(at_high) <= 0.1 * start || at_low >= 0) return 1;
  double low = 0;
  double high = 1;
  double part = 1;
  for (int halving = 0; halving < 40; ++halving) {
    const double secant = low + (high - low) * (-at_low / (at_high - at_low));
    part = halving % 3 == 2 ? 0.5 * (low + high) : std::clamp(secant, low + 0.01 * (high - low), high - 0.01 * (high - low));
    const double here = steepness(part);
    if (std::fabs(here) <= enough * start) break;
    (here > 0 ? high : low) = part;
    (here > 0 ? at_high : at_low) = here;
  }
  return part;
}

}  // namespace tacit::comparing
