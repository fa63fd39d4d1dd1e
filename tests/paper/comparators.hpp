// The fixed points u that regret is measured against: drawn at random, taken from the learner's own path, and sought.
#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

#include "paper/run.hpp"

namespace tacit::paper {

template <class L>
double total_loss(const L& loss, const Stream& stream, const Point& u) {
  double sum = 0;
  for (const auto& example : stream.examples) sum += loss_at(loss, example, u);
  return sum;
}

inline double paid(const std::vector<Moment>& moments) {
  double sum = 0;
  for (const auto& m : moments) sum += m.round.loss_before;
  return sum;
}

// Mirror descent on  sum of l_t(u) + <linear, u> + kappa B(u, x_1):  the u at which a bound of the form
// R_T(u) <= <linear, u> + kappa B(u, x_1) + constant  is nearest to failing.
template <class L, class Domain>
Point seek_comparator(const L& loss, const Domain& domain, const Stream& stream, const Point& x_1, const Point& linear,
                      double kappa) {
  using Geometry = typename Domain::Geometry;
  Point u = x_1;
  Point next = u;
  Point mean(u.size(), 0.0);
  constexpr int steps = 60;
  for (int k = 1; k <= steps; ++k) {
    Point gradient = linear;
    for (const auto& example : stream.examples) {
      const double slope = example.weight * loss.slope(product(example, u), example.label);
      for (std::size_t i = 0; i < example.index.size(); ++i) gradient[example.index[i]] += slope * example.value[i];
    }
    double size = 1e-12;
    for (std::size_t i = 0; i < u.size(); ++i) {
      gradient[i] += kappa * (mirror(Geometry{}, u[i]) - mirror(Geometry{}, x_1[i]));
      size += std::abs(gradient[i]);
    }
    domain.mirror_step(u, 1 / (size * std::sqrt(k)), gradient, next);
    std::swap(u, next);
    for (std::size_t i = 0; i < u.size(); ++i) mean[i] += u[i] / steps;
  }
  return mean;
}

// Random points, extreme points, every place the learner stood, the best of each kind, and three sought points.
template <class L, class Domain>
std::vector<Point> comparators(const L& loss, const Domain& domain, const Stream& stream, const std::vector<Moment>& moments,
                               Random& random) {
  using Geometry = typename Domain::Geometry;
  const Point& x_1 = moments.front().x;
  std::vector<Point> found{x_1};
  for (int k = 0; k < 20; ++k) found.push_back(random_point(domain, stream.dimension, random));
  for (const auto& m : moments) found.push_back(m.next);
  Point linear(stream.dimension, 0.0);
  found.push_back(seek_comparator(loss, domain, stream, x_1, linear, 0));
  found.push_back(seek_comparator(loss, domain, stream, x_1, linear, moments.back().round.lambda));
  for (const auto& m : moments) {
    for (std::size_t i = 0; i < linear.size(); ++i) {
      linear[i] += m.round.lambda * (mirror(Geometry{}, m.next[i]) - mirror(Geometry{}, m.x[i]));
    }
  }
  found.push_back(seek_comparator(loss, domain, stream, x_1, linear, 0));
  return found;
}

// The sum over t of lambda_t (B(u, x_t) - B(u, x_{t+1})).
template <class Geometry>
double divergence_sum(Geometry, const std::vector<Moment>& moments, const Point& u) {
  double sum = 0;
  for (const auto& m : moments) {
    if (m.round.lambda > 0) sum += m.round.lambda * (Geometry::divergence(u, m.x) - Geometry::divergence(u, m.next));
  }
  return sum;
}

// What rounding may add to either side of a bound: the size of the terms that are summed.
template <class Geometry>
double rounding_scale(Geometry, const std::vector<Moment>& moments, const Point& u) {
  double scale = 1;
  for (const auto& m : moments) {
    scale += m.round.loss_before;
    if (m.round.lambda > 0) scale += m.round.lambda * (Geometry::divergence(u, m.x) + Geometry::divergence(u, m.next));
  }
  return scale;
}

// The sum over t >= 2 of l_t(x_t) - l_{t-1}(x_t): what the learner met of the temporal variability, and all that its proof needs.
inline double path_variability(const std::vector<Moment>& moments) {
  double sum = 0;
  for (std::size_t t = 1; t < moments.size(); ++t) sum += moments[t].round.loss_before - moments[t - 1].round.loss_after;
  return sum;
}

}  // namespace tacit::paper
