// One random update on a domain, and the comparison of the library's answer with the reference.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "core/draws.hpp"
#include "core/worst.hpp"
#include "losses/twins.hpp"
#include "paths/reference.hpp"
#include "tacit/learners/updates.hpp"
#include "tacit/paths/all.hpp"

namespace tacit {

inline constexpr double eps = 0x1p-52;

inline std::ostream& operator<<(std::ostream& out, const WholeSpace&) { return out << "whole space"; }
inline std::ostream& operator<<(std::ostream& out, const Ball& ball) { return out << "ball of radius " << ball.radius(); }
inline std::ostream& operator<<(std::ostream& out, const Box& box) { return out << "box " << box.low() << ' ' << box.high(); }
inline std::ostream& operator<<(std::ostream& out, const Simplex&) { return out << "simplex"; }

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

// The slope of what the update minimises, from the definition of the loss.
template <class L>
auto reference_slope(const WeightedLoss<L>& model, const twins::Twin<L>& twin) {
  return
      [&twin, y = model.y, weight = static_cast<long double>(model.weight)](long double p) { return weight * twin.slope(p, y); };
}
template <class L>
auto reference_slope(const Tangent& model, const twins::Twin<L>&) {
  return [s = static_cast<long double>(model.steepness)](long double) { return s; };
}
template <class L>
auto reference_slope(const CutTangent& model, const twins::Twin<L>&) {
  return [model](long double p) {
    return (p - model.kink) * model.steepness > 0 ? static_cast<long double>(model.steepness) : 0.0L;
  };
}

// The spread of exact answers to problems that differ from this one by a few roundings of x, z and of the prediction. An
// algorithm that reads its input as doubles and forms <z, x> in double cannot know the answer better than that.
template <class Domain, class Slope>
reference::Answer spread(const Domain& domain, const Problem& problem, Slope slope, const reference::Answer& answer) {
  using reference::Long;
  Draws draws(7);
  reference::Answer widest{};
  const Long size = std::abs(Long{problem.y}) + 1e-300L;
  for (int trial = 0; trial < 8; ++trial) {
    reference::Vector x{};
    reference::Vector z{};
    Long magnitudes = size;
    for (std::size_t i = 0; i < problem.dimension; ++i) {
      x[i] = problem.x[i] * (1 + 4 * eps * draws.between(-1, 1));
      z[i] = problem.z[i] * (1 + 4 * eps * draws.between(-1, 1));
      magnitudes += std::abs(z[i]) * (std::abs(x[i]) + std::abs(answer.x[i]));
    }
    const Long shift = 4 * eps * draws.between(-1, 1) * magnitudes;
    const auto other = solve(
        reference::Curve<Domain>(domain, x, z), [&](Long p) { return slope(p + shift); }, problem.lambda);
    widest.x[0] = std::max(widest.x[0], reference::distance(other.x, answer.x));
    widest.prediction = std::max(widest.prediction, std::abs(other.prediction - answer.prediction));
    // A step the other way counts as a negative one.
    Long turned = 0;
    for (std::size_t i = 0; i < problem.dimension; ++i) turned += (other.x[i] - x[i]) * (answer.x[i] - problem.x[i]);
    const Long step = turned < 0 ? -other.root_divergence : other.root_divergence;
    widest.root_divergence = std::max(widest.root_divergence, std::abs(step - answer.root_divergence));
  }
  return widest;
}

// Runs the update as a learner does, and sees how far x, the prediction and the root of the divergence lie from the reference:
// 1e-12 relative, or what a few roundings of the problem itself do to its exact answer.
template <class Update, class Domain, class L>
void compare(const Domain& domain, const L& loss, const twins::Twin<L>& twin, const Problem& problem, WeightsOn<Domain>& weights,
             Worst& worst) {
  using reference::Long;
  Path<Domain> way(domain, weights, problem.row());
  const WeightedLoss<L> weighted{loss, problem.y, problem.weight};
  if (weighted.slope(way.prediction()) == 0 || !way.can_move()) return;
  const auto model = Update::model(weighted, way.prediction());
  if (problem.lambda == 0 && !Domain::bounded && !model.has_minimum) return;
  const auto step = way.implicit(model, problem.lambda);
  way.move(step);

  reference::Vector x{};
  reference::Vector z{};
  reference::Vector found{};
  for (std::size_t i = 0; i < problem.dimension; ++i) {
    x[i] = problem.x[i];
    z[i] = problem.z[i];
    found[i] = weights[static_cast<Index>(i)];
  }
  const auto slope = reference_slope(model, twin);
  const auto answer = solve(reference::Curve<Domain>(domain, x, z), slope, problem.lambda);
  constexpr Long accuracy = 1e-12L;
  const Long size = reference::norm(x) + reference::norm(answer.x);
  const Long x_error = reference::distance(found, answer.x);
  const Long p_error = std::abs(step.prediction - answer.prediction);
  const Long b_error = std::abs(std::sqrt(Long{step.divergence}) - answer.root_divergence);
  Long x_tolerance = accuracy * size;
  Long p_tolerance = accuracy * size * reference::norm(z);
  Long b_tolerance = accuracy * answer.root_divergence + 1e-154L;  // its square may be too small a number
  Long b_rounding = 0;                                             // of the divergence itself
  if constexpr (std::same_as<Domain, Ball>) {
    // ||x||^2 less its part along z is known to a rounding of ||x||^2, and enters the divergence times (1 - sigma)^2, where sigma
    // itself is not known when next to nothing is left.
    const Long along_z = reference::product(x, z) / reference::norm(z);
    const bool parallel = reference::product(x, x) - along_z * along_z < 1e-6L * reference::product(x, x);
    const Long shrinkage = parallel ? 1.0L : 1.0L - step.sigma;
    b_rounding = 4 * eps * shrinkage * shrinkage * reference::product(x, x);
  }
  if constexpr (std::same_as<Domain, Simplex>) {
    // Kullback and Leibler's divergence is a difference of terms as large as the exponents, unless these are all small.
    Long widest = 0;
    for (std::size_t i = 0; i < problem.dimension; ++i) {
      widest = std::max(widest, std::abs(step.multiplier * (z[i] - reference::product(x, z))));
    }
    b_rounding = widest < 0.3L ? 1e-100L : 8 * eps * (1 + std::min(widest, 700.0L));
  }
  if (b_rounding > 0) b_tolerance += b_rounding / (answer.root_divergence + std::sqrt(b_rounding));
  if constexpr (std::same_as<Domain, Box>) b_tolerance += 2 * eps * reference::norm(x);  // it is that of the rounded weights
  if (!(x_error <= x_tolerance && p_error <= p_tolerance && b_error <= b_tolerance)) {
    const auto widest = spread(domain, problem, slope, answer);
    x_tolerance += 4 * widest.x[0];
    p_tolerance += 4 * widest.prediction;
    b_tolerance += 4 * widest.root_divergence;
  }
  const auto see = [&](const char* what, Long error, Long tolerance) {
    worst.see(error, tolerance, what, "in", domain, Update::name, L::name, "lambda", problem.lambda, "y", problem.y, "weight",
              problem.weight,                                                             //
              "x", problem.x[0], problem.x[1], problem.x[2], problem.x[3], problem.x[4],  //
              "z", problem.z[0], problem.z[1], problem.z[2], problem.z[3], problem.z[4], "tau", step.multiplier);
  };
  see("weights", x_error, x_tolerance);
  see("prediction", p_error, p_tolerance);
  see("divergence", b_error, b_tolerance);
}

// Fills in label, parameter of the loss, importance weight and lambda for the given x and z, in proportion to them. `size` is
// that of the weights; where it is not ordinary lambda is kept near that proportion, so that the answer is made of numbers.
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
    // Where p is tiny, labels next to 0.1 would be lost in the rounding of y - epsilon.
    const double gap = ordinary ? 0.1 : 0.0;
    const std::array<double, 8> labels{a, 0, a * (1 + 1e-9), size * r, -size * r * (1 - 1e-12), a + gap, 1.0, a - gap};
    problem.y = draws.one_in(4) ? draws.one_of(labels) : size * r * draws.between(-1.5, 1.5);
  }
  const auto parameters = twins::Twin<L>::parameters();
  problem.parameter = parameters[draws.below(parameters.size())];
  // A threshold far below the rounding of the prediction would make a kink of Huber's parabola.
  if (std::same_as<L, Huber> && !ordinary) problem.parameter *= std::max(1.0, size * r);
  const L loss = twins::loss_of<L>(problem.parameter);
  problem.weight = draws.one_in(2) ? 1 : magnitude(draws.of_magnitude(-2, 2));
  const double slope = problem.weight * magnitude(loss.slope(a, problem.y));
  const double usual_slope = slope > 0 ? slope : PiecewiseLinear<L> ? problem.weight : size * r;
  const double natural = r > 0 ? usual_slope * r / size : 1;  // the step is then about as long as the weights
  const double range = !ordinary ? 1 : draws.one_in(4) ? 14 : 3;
  problem.lambda = std::max(1e-300, natural * magnitude(draws.of_magnitude(-range, range)));
  if (lambda_may_be_0 && draws.one_in(8)) problem.lambda = 0;
}

// The three updates in turn, the implicit one twice as often.
template <class Domain, class L>
void compare_in_turn(int turn, const Domain& domain, const Problem& problem, WeightsOn<Domain>& weights, Worst& worst) {
  const auto loss = twins::loss_of<L>(problem.parameter);
  const twins::Twin<L> twin(problem.parameter);
  switch (turn % 4) {
    case 0:
      return compare<LinearUpdate>(domain, loss, twin, problem, weights, worst);
    case 1:
      return compare<TruncatedUpdate>(domain, loss, twin, problem, weights, worst);
    default:
      return compare<ImplicitUpdate>(domain, loss, twin, problem, weights, worst);
  }
}

}  // namespace tacit
