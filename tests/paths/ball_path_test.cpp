#include "tacit/paths/ball.hpp"

#include <catch2/catch.hpp>

#include "cases.hpp"
#include "paths/comparison.hpp"

namespace ball_path_test {

using namespace tacit;

namespace {

using Numbers = std::array<double, reference::most_dimensions>;

double length(const Numbers& v) {
  double sum = 0;
  for (const double each : v) sum += each * each;
  return std::sqrt(sum);
}

Numbers scaled(const Numbers& v, double factor) {
  Numbers result = v;
  for (double& each : result) each *= factor;
  return result;
}

Numbers draw_direction(Draws& draws, std::size_t dimension) {
  Numbers v{};
  for (std::size_t i = 0; i < dimension; ++i) v[i] = draws.one_in(8) ? 0.0 : draws.between(-1, 1);
  const double l = length(v);
  return l > 0 ? scaled(v, 1 / l) : v;
}

// A unit vector, often in a given relation to the unit vector u: parallel, all but parallel, all but orthogonal.
Numbers draw_along(Draws& draws, std::size_t dimension, const Numbers& u) {
  const Numbers v = draw_direction(draws, dimension);
  if (draws.one_in(3)) return v;
  double cosine = 0;
  for (std::size_t i = 0; i < dimension; ++i) cosine += u[i] * v[i];
  const double angle = draws.one_in(3) ? 0.0 : draws.one_in(2) ? 1e-9 : std::pow(10, draws.between(-12, -1));
  const bool orthogonal = draws.one_in(4);
  Numbers z{};
  for (std::size_t i = 0; i < dimension; ++i) z[i] = orthogonal ? angle * u[i] + (v[i] - cosine * u[i]) : u[i] + angle * v[i];
  return scaled(z, draws.sign());
}

struct BallProblem : Problem {
  double radius = 1;
};

template <class L>
BallProblem draw_problem(Draws& draws) {
  BallProblem problem;
  problem.dimension = 1 + draws.below(5);
  const Magnitudes magnitudes = draw_magnitudes<L>(draws);
  problem.radius = std::pow(10, magnitudes.x);
  const double z_length = std::pow(10, magnitudes.z);
  const Numbers u = draw_direction(draws, problem.dimension);
  problem.x = scaled(u, draws.one_in(8) ? 0.0 : problem.radius * (draws.one_in(2) ? 1.0 : draws.between(0, 1)));
  problem.z = scaled(draw_along(draws, problem.dimension, u), draws.one_in(32) ? 0.0 : z_length);
  problem.fill_row(draws);
  draw_rest<L>(draws, problem, problem.radius, magnitudes.ordinary);
  return problem;
}

}  // namespace

TEST_CASE("in the ball a kink that can be reached is reached, on the sphere if need be") {
  // x = (0, 0.8), z = (1.25, 0): the prediction 1 is that of (0.8, .), and (0.8, 0.6) is on the unit sphere.
  const BallPlane plane(1, 0, 1.5625, 0.64);
  const Hinge hinge;
  for (const double lambda : {1.0, 0.0}) {
    const auto step = plane.implicit(WeightedLoss<Hinge>{hinge, 1.0, 1.0}, lambda);
    CHECK(step.prediction == 1.0);
    CHECK(step.sigma == Approx(0.75).epsilon(1e-15));
    CHECK(step.kappa * 1.25 == Approx(0.8).epsilon(1e-15));
    CHECK(step.divergence == Approx(0.34).epsilon(1e-15));
  }
}

TEST_CASE("in the ball a step that falls short of the kink is projected") {
  // eta m = 0.78125: from (0, 0.8) to (0.625, 0.8), whose length is 1.01519...
  const Hinge hinge;
  const auto step = BallPlane(1, 0, 1.5625, 0.64).implicit(WeightedLoss<Hinge>{hinge, 1.0, 1.0}, 2.0);
  const double length = std::sqrt(0.625 * 0.625 + 0.64);
  CHECK(step.multiplier == -0.5);
  CHECK(step.prediction == Approx(0.78125 / length).epsilon(1e-15));
  CHECK(step.sigma == Approx(1 / length).epsilon(1e-15));
}

TEST_CASE("in the ball with lambda = 0 a kink out of reach forgets the weights") {
  const Hinge hinge;
  const auto step = BallPlane(1, 0, 0.25, 0.64).implicit(WeightedLoss<Hinge>{hinge, 1.0, 1.0}, 0.0);
  CHECK(step.sigma == 0.0);
  CHECK(step.kappa == 2.0);
  CHECK(step.prediction == 0.5);
}

TEST_CASE("a kink at the very edge of the ball is reached although rounding puts it beyond") {
  // The root of a negative number once made the update stay where it was, or turn round.
  const Absolute absolute;
  Draws draws(1);
  for (int i = 0; i < 1000; ++i) {
    const double radius = draws.between(0.5, 2);
    const double x = radius * draws.between(-0.9, 0.5);
    const double z = draws.between(0.5, 2);
    for (int ulps = -8; ulps <= 8; ++ulps) {
      const double edge = radius * z * (1 + ulps * 0x1p-52);
      const auto step = BallPlane(radius, x * z, z * z, x * x).implicit(WeightedLoss<Absolute>{absolute, edge, 1.0}, 1e-3);
      REQUIRE(step.prediction == Approx(edge).epsilon(1e-14));
    }
  }
}

TEST_CASE("on the sphere a slope lost to rounding does not stop the step or turn it round") {
  const SquaredHinge squared_hinge;
  const auto margin = BallPlane(1, 0.9, 4.0, 1.0).implicit(WeightedLoss<SquaredHinge>{squared_hinge, 1.0, 1.0}, 1e-18);
  CHECK(margin.prediction == Approx(1).epsilon(1e-15));
  const Square square;  // z all but parallel to x, the label at the edge of the ball
  for (int ulps = -8; ulps <= 8; ++ulps) {
    const double label = 1 + ulps * 0x1p-52;
    const auto edge = BallPlane(1, 1 - 0x1p-52, 1.0, 1.0).implicit(WeightedLoss<Square>{square, label, 1.0}, 1e-12);
    CHECK(edge.prediction == Approx(1).epsilon(4e-15));
  }
}

TEST_CASE("on the sphere a small lambda does not multiply the rounding of the slope") {
  // tau = slope / lambda alone would be wrong by 1e-16 / lambda.
  const Square square;
  const auto step = BallPlane(1, 0, 1.0, 1.0).implicit(WeightedLoss<Square>{square, 0.6, 1.0}, 1e-13);
  CHECK(step.prediction == Approx(0.6).epsilon(1e-12));
  CHECK(step.sigma == Approx(0.8).epsilon(1e-12));
}

TEMPLATE_LIST_TEST_CASE("in the ball every update is that of the reference", "[path]", AllLosses) {
  Draws draws(1);
  Worst worst;
  WeightsOn<Ball> weights(Ball(1));
  for (int i = 0; i < random_cases; ++i) {
    const BallProblem problem = draw_problem<TestType>(draws);
    const Ball ball(problem.radius);
    for (std::size_t k = 0; k < problem.x.size(); ++k) weights.set(static_cast<Index>(k), problem.x[k]);
    weights.limit_squared_norm(ball.radius() * ball.radius());
    compare_in_turn<Ball, TestType>(i, ball, problem, weights, worst);
    long double squared_norm = 0;
    for (Index k = 0; k < problem.dimension; ++k) squared_norm += static_cast<long double>(weights[k]) * weights[k];
    worst.see(std::max(0.0L, std::sqrt(squared_norm) - ball.radius()), 1e-14L * ball.radius(), "out of the ball");
  }
  CHECK_WORST(worst);
}

}  // namespace ball_path_test
