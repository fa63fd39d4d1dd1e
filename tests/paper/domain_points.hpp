// Points of each domain, and what the statements of the paper need to know of its geometry.
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <limits>
#include <vector>

#include "paper/stream.hpp"
#include "tacit/domains/all.hpp"

namespace tacit::paper {

// The domains that statements are tried on, small enough that their edges matter.
template <class Visitor>
void on_every_domain(std::size_t dimension, Visitor&& visitor) {
  visitor(WholeSpace{});
  visitor(Ball(0.75));
  visitor(Box(-0.5, 0.25));
  visitor(Simplex(dimension));
}

// Those whose divergences are bounded: the D of the paper is finite there.
template <class Visitor>
void on_every_bounded_domain(Visitor&& visitor) {
  visitor(Ball(0.75));
  visitor(Box(-0.5, 0.25));
}

// D^2, the largest divergence between two points.
inline double largest_divergence(const Ball& ball, std::size_t) { return ball.largest_divergence(); }
inline double largest_divergence(const Box& box, std::size_t dimension) {
  return 0.5 * static_cast<double>(dimension) * (box.high() - box.low()) * (box.high() - box.low());
}

// The largest |<z, x>| over the domain.
inline double reach(const WholeSpace&, const StreamExample& z) {
  return z.index.empty() ? 0.0 : std::numeric_limits<double>::infinity();
}
inline double reach(const Ball& ball, const StreamExample& z) {
  double squares = 0;
  for (const double v : z.value) squares += v * v;
  return ball.radius() * std::sqrt(squares);
}
inline double reach(const Box& box, const StreamExample& z) {
  double sum = 0;
  for (const double v : z.value) sum += std::abs(v) * std::max(-box.low(), box.high());
  return sum;
}
inline double reach(const Simplex&, const StreamExample& z) {
  double largest = 0;
  for (const double v : z.value) largest = std::max(largest, std::abs(v));
  return largest;
}

inline Point random_direction(Random& random, std::size_t dimension) {
  for (;;) {
    Point x(dimension);
    double squares = 0;
    for (double& v : x) {
      v = random.uniform(-1, 1);
      squares += v * v;
    }
    if (squares > 1 || squares < 1e-4) continue;
    for (double& v : x) v /= std::sqrt(squares);
    return x;
  }
}

// A point of the domain; half of them extreme: far away, on the sphere, a corner, a vertex.
inline Point random_point(const WholeSpace&, std::size_t dimension, Random& random) {
  Point x = random_direction(random, dimension);
  const double length = random.chance(0.5) ? random.uniform(0, 2) : random.scale(1, 1000);
  for (double& v : x) v *= length;
  return x;
}
inline Point random_point(const Ball& ball, std::size_t dimension, Random& random) {
  Point x = random_direction(random, dimension);
  const double length = random.chance(0.5) ? ball.radius() : random.uniform(0, ball.radius());
  for (double& v : x) v *= length;
  return x;
}
inline Point random_point(const Box& box, std::size_t dimension, Random& random) {
  const bool corner = random.chance(0.5);
  Point x(dimension);
  for (double& v : x) v = corner ? random.pick({box.low(), box.high()}) : random.uniform(box.low(), box.high());
  return x;
}
inline Point random_point(const Simplex&, std::size_t dimension, Random& random) {
  Point x(dimension, 0.0);
  if (random.chance(0.5)) {
    x[random.below(dimension)] = 1;
    return x;
  }
  double total = 0;
  for (double& v : x) {
    v = random.scale(0.01, 1);
    total += v;
  }
  for (double& v : x) v /= total;
  return x;
}

// Where a learner may start: not too far in the whole space, and with weight everywhere on the simplex.
template <class Domain>
Point random_start(const Domain& domain, std::size_t dimension, Random& random) {
  for (;;) {
    const Point x = random_point(domain, dimension, random);
    if constexpr (std::same_as<Domain, WholeSpace>) {
      if (*std::max_element(x.begin(), x.end()) > 3 || *std::min_element(x.begin(), x.end()) < -3) continue;
    }
    if constexpr (std::same_as<Domain, Simplex>) {
      if (dimension > 1 && *std::max_element(x.begin(), x.end()) == 1) continue;
    }
    return x;
  }
}

// The gradient of psi, coordinate by coordinate.
inline double mirror(Euclidean, double x) { return x; }
inline double mirror(Entropy, double x) { return 1 + std::log(x); }

}  // namespace tacit::paper
