// The temporal variability V_T = sum over t >= 2 of max_x l_t(x) - l_{t-1}(x), from above, by enumeration in one or two
// dimensions.
//
// At a fixed prediction <z_{t-1}, x> the difference is convex in <z_t, x>, so that moving across z_{t-1} it grows until the edge
// of the domain is met: in two dimensions its maximum lies on the outline. Between listed points the Lipschitz constants bound
// it.
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "paper/run.hpp"

namespace tacit::paper {

struct Outline {
  std::vector<Point> points;
  double spacing;  // no point of the outline is further than this, in the norm of the geometry, from a listed one
};

inline constexpr int outline_count = 720;

inline Outline outline(const Ball& ball, std::size_t dimension) {
  Outline found{{}, 0};
  for (int k = 0; k <= outline_count; ++k) {
    const double share = static_cast<double>(k) / outline_count;
    const double turn = 2 * std::numbers::pi * share;
    if (dimension == 1) {
      found.points.push_back({ball.radius() * (2 * share - 1)});
    } else {
      found.points.push_back({ball.radius() * std::cos(turn), ball.radius() * std::sin(turn)});
    }
  }
  found.spacing = (dimension == 1 ? 1 : std::numbers::pi) * ball.radius() / outline_count;
  return found;
}

inline Outline outline(const Box& box, std::size_t dimension) {
  const double side = box.high() - box.low();
  Outline found{{}, 0.5 * side / outline_count};
  for (int k = 0; k <= outline_count; ++k) {
    const double v = box.low() + side * static_cast<double>(k) / outline_count;
    if (dimension == 1) {
      found.points.push_back({v});
    } else {
      for (const double edge : {box.low(), box.high()}) found.points.insert(found.points.end(), {Point{v, edge}, Point{edge, v}});
    }
  }
  return found;
}

// In two dimensions alone.
inline Outline outline(const Simplex&, std::size_t) {
  Outline found{{}, 1.0 / outline_count};
  for (int k = 0; k <= outline_count; ++k) {
    const double share = static_cast<double>(k) / outline_count;
    found.points.push_back({share, 1 - share});
  }
  return found;
}

inline double dual_norm(Euclidean, const StreamExample& z) {
  double squares = 0;
  for (const double v : z.value) squares += v * v;
  return std::sqrt(squares);
}
inline double dual_norm(Entropy, const StreamExample& z) {
  double largest = 0;
  for (const double v : z.value) largest = std::max(largest, std::abs(v));
  return largest;
}

// The Lipschitz constant of l_t over the domain; infinite where there is none.
template <class L, class Domain>
double lipschitz(const L& loss, const Domain& domain, const StreamExample& z) {
  const double norm = dual_norm(typename Domain::Geometry{}, z);
  if (norm == 0 || z.weight == 0) return 0;
  const double far = reach(domain, z);
  return z.weight * norm * std::max(std::abs(loss.slope(-far, z.label)), std::abs(loss.slope(far, z.label)));
}

template <class L, class Domain>
double variability_bound(const L& loss, const Domain& domain, const Stream& stream) {
  const Outline edge = outline(domain, stream.dimension);
  double sum = 0;
  for (std::size_t t = 1; t < stream.examples.size(); ++t) {
    const auto& now = stream.examples[t];
    const auto& before = stream.examples[t - 1];
    double largest = -std::numeric_limits<double>::infinity();
    for (const auto& x : edge.points) largest = std::max(largest, loss_at(loss, now, x) - loss_at(loss, before, x));
    sum += largest + (lipschitz(loss, domain, now) + lipschitz(loss, domain, before)) * edge.spacing;
  }
  return sum;
}

}  // namespace tacit::paper
