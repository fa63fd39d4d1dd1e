// One random update: weights, example, label, parameter of the loss, importance weight and lambda, in proportion to each other.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#include "core/draws.hpp"
#include "losses/twins.hpp"
#include "paths/reference.hpp"
#include "tacit/core/row.hpp"

namespace tacit {

struct Problem {
  std::size_t dimension = 1;
  std::array<double, reference::most_dimensions> x{};
  std::array<double, reference::most_dimensions> z{};
  std::vector<Index> indices;  // the row: all nonzeros of z, now and then a 0 as well
  std::vector<double> values;
  double y = 0;
  double weight = 1;
  double lambda = 1;
  double parameter = 0;  // of the loss, if it has one

  Row row() const { return Row(indices, values); }
  void fill_row(Draws& draws) {
    for (std::size_t i = 0; i < dimension; ++i) {
      if (z[i] == 0 && !draws.one_in(4)) continue;
      indices.push_back(static_cast<Index>(i));
      values.push_back(z[i]);
    }
  }
};

// Powers of ten for the weights and for z. Ordinarily predictions lie between 0.01 and 100; one time in 16 either is as small or
// large as lets the squares of the prediction and of both vectors be numbers.
struct Magnitudes {
  bool ordinary;
  double x;
  double z;
};

// Predictions of counts are logarithms, at most about 50, so that the squares of their exponentials are numbers.
template <class L>
Magnitudes draw_magnitudes(Draws& draws) {
  // Weights of 1e148 would do too, but not their steps: on the ball a step of 1e154 or more is taken to lead to its very edge.
  static constexpr std::array<Magnitudes, 6> extremes{
      {{false, -148, 150}, {false, 138, -140}, {false, 0, 148}, {false, 138, 0}, {false, -148, 0}, {false, 0, -150}}};
  const double largest = OfCounts<L> ? 1 : 2;
  if (!OfCounts<L> && draws.one_in(16)) return extremes[draws.below(extremes.size())];
  const double x = draws.between(-3, 3);
  return {true, x, (draws.one_in(8) ? 0.0 : draws.between(-2, largest)) - x};
}

// Fills in all but x and z, of which x has about the given size.
template <class L>
void draw_rest(Draws& draws, Problem& problem, double size, bool ordinary, bool lambda_may_be_0 = true) {
  double a = 0;
  double m = 0;
  for (std::size_t i = 0; i < problem.dimension; ++i) {
    a += problem.x[i] * problem.z[i];
    m += problem.z[i] * problem.z[i];
  }
  const double r = std::sqrt(m);
  if (L::two_class) {
    problem.y = draws.sign();
  } else {
    // At a kink, next to one, and at the farthest prediction of a ball. (Where p is tiny, labels near 0.1 are lost in rounding.)
    const double gap = ordinary ? 0.1 : 0.0;
    const std::array<double, 8> edges{a, 0, a * (1 + 1e-9), size * r, -size * r * (1 - 1e-12), a + gap, 1.0, a - gap};
    problem.y = draws.one_in(4) ? draws.one_of(edges) : size * r * draws.between(-1.5, 1.5);
  }
  if (OfCounts<L>) problem.y = magnitude(problem.y);
  const auto parameters = twins::Twin<L>::parameters();
  problem.parameter = parameters[draws.below(parameters.size())];
  // A threshold far below the rounding of the prediction would make a kink of Huber's parabola.
  if (std::same_as<L, Huber> && !ordinary) problem.parameter *= std::max(1.0, size * r);
  problem.weight = draws.one_in(2) ? 1 : magnitude(draws.of_magnitude(-2, 2));
  const double slope = problem.weight * magnitude(twins::loss_of<L>(problem.parameter).slope(a, problem.y));
  const double usual_slope = slope > 0 ? slope : PiecewiseLinear<L> ? problem.weight : size * r;
  const double natural = r > 0 ? usual_slope * r / size : 1;  // the step is then about as long as the weights
  const double range = !ordinary ? 1 : draws.one_in(4) ? 14 : 3;
  problem.lambda = std::max(1e-300, natural * magnitude(draws.of_magnitude(-range, range)));
  if (lambda_may_be_0 && draws.one_in(8)) problem.lambda = 0;
  if (ordinary && draws.one_in(16)) problem.lambda = 1e290;
}

}  // namespace tacit
