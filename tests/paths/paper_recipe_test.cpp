// The paper's own way to the ball: take the update over the whole space with x_t / (1 + alpha) and eta / (1 + alpha) in place of
// x_t and eta, for the smallest alpha >= 0 that brings it into the ball. Its length never grows with alpha, so alpha is bisected.
#include <catch2/catch.hpp>

#include "cases.hpp"
#include "core/worst.hpp"
#include "paths/problem.hpp"
#include "tacit/learners/updates.hpp"
#include "tacit/paths/ball.hpp"

namespace paper_recipe_test {

using namespace tacit;
using reference::Long;
using reference::Vector;

namespace {

// x' = x - eta tau z in the whole space, as printed (but for the sign that the absolute loss lacks there).
Long printed_step(const Hinge&, Long a, Long y, Long eta, Long m) { return -y * std::min(eta, std::max(0.0L, 1 - y * a) / m); }
Long printed_step(const Absolute&, Long a, Long y, Long eta, Long m) {
  return (a > y ? 1 : -1) * std::min(eta, std::abs(a - y) / m);
}
Long printed_step(const Square&, Long a, Long y, Long eta, Long m) { return eta * (a - y) / (1 + eta * m); }

template <class L>
Vector printed_update(const L& loss, const Vector& x, const Vector& z, Long y, Long eta, Long alpha) {
  const Long step = printed_step(loss, reference::product(z, x) / (1 + alpha), y, eta / (1 + alpha), reference::product(z, z));
  Vector moved{};
  for (std::size_t i = 0; i < x.size(); ++i) moved[i] = x[i] / (1 + alpha) - step * z[i];
  return moved;
}

template <class L>
Vector search_alpha(const L& loss, const Vector& x, const Vector& z, Long y, Long eta, Long radius) {
  const auto fits = [&](Long alpha) { return reference::norm(printed_update(loss, x, z, y, eta, alpha)) <= radius; };
  if (fits(0)) return printed_update(loss, x, z, y, eta, 0);
  Long low = 0;
  Long high = 1;
  while (!fits(high)) high *= 2;
  for (int i = 0; i < 80; ++i) (fits((low + high) / 2) ? high : low) = (low + high) / 2;
  return printed_update(loss, x, z, y, eta, high);
}

using PrintedLosses = std::tuple<Hinge, Absolute, Square>;

}  // namespace

TEMPLATE_LIST_TEST_CASE("the ball's update is the one of the paper's search for alpha", "[path]", PrintedLosses) {
  Draws draws(1);
  Worst worst;
  const TestType loss;
  int projected = 0;
  WeightsOn<Ball> weights(Ball(1));
  for (int i = 0; i < random_cases / 4; ++i) {
    const double radius = magnitude(draws.of_magnitude(-2, 2));
    Problem problem;
    problem.dimension = 2 + draws.below(4);
    Vector x{};
    Vector z{};
    for (std::size_t k = 0; k < problem.dimension; ++k) x[k] = problem.x[k] = draws.between(-1, 1);
    const auto length = static_cast<double>(reference::norm(x));
    const double reduce = radius / length * (draws.one_in(2) ? 1.0 : draws.between(0, 1));
    for (std::size_t k = 0; k < problem.dimension; ++k) {
      x[k] = problem.x[k] *= reduce;
      z[k] = problem.z[k] = draws.between(-1, 1) / radius;
      weights.set(static_cast<Index>(k), problem.x[k]);
    }
    for (std::size_t k = problem.dimension; k < problem.x.size(); ++k) weights.set(static_cast<Index>(k), 0);
    weights.limit_squared_norm(radius * radius);
    problem.fill_row(draws);
    const double y = TestType::two_class ? draws.sign() : draws.between(OfCounts<TestType> ? 0 : -1, 1);
    const double lambda = magnitude(draws.of_magnitude(-2, 2)) / (radius * radius);

    Path<Ball> way(Ball(radius), weights, problem.row());
    if (loss.slope(way.prediction(), y) == 0) continue;
    const auto step = way.implicit(WeightedLoss<TestType>{loss, y, 1.0}, lambda);
    way.move(step);
    projected += step.sigma < 1 ? 1 : 0;
    const Vector expected = search_alpha(loss, x, z, y, 1 / Long{lambda}, radius);
    Vector found{};
    for (std::size_t k = 0; k < problem.dimension; ++k) found[k] = weights[static_cast<Index>(k)];
    // Where the kink lies near the edge of the ball, the weights that reach it depend on it by the inverse of the distance.
    const Long edge = radius * reference::norm(z);
    const Long margin = std::sqrt(std::abs(1 - step.prediction / edge * (step.prediction / edge)));
    worst.see(reference::distance(found, expected), 2e-14L * radius / std::max(1e-3L, margin), "radius", radius, "lambda",
              lambda);
  }
  CHECK_WORST(worst);
  CHECK(projected > random_cases / 40);
}

}  // namespace paper_recipe_test
