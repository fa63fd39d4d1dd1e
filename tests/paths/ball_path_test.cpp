#include "tacit/paths/ball.hpp"

#include <catch2/catch.hpp>

#include "cases.hpp"
#include "paths/problem.hpp"
#include "tacit/losses/all.hpp"

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
  static constexpr std::array<std::array<double, 2>, 6> extremes{
      {{-148, 150}, {138, -140}, {0, 148}, {138, 0}, {-148, 0}, {0, -150}}};
  const auto& extreme = extremes[draws.below(extremes.size())];
  const bool ordinary = !draws.one_in(16);
  problem.radius = std::pow(10, ordinary ? draws.between(-3, 3) : extreme[0]);
  const double z_length = ordinary ? std::pow(10, draws.one_in(8) ? 0.0 : draws.between(-2, 2)) / problem.radius  //
                                   : std::pow(10, extreme[1]);
  const Numbers u = draw_direction(draws, problem.dimension);
  problem.x = scaled(u, draws.one_in(8) ? 0.0 : problem.radius * (draws.one_in(2) ? 1.0 : draws.between(0, 1)));
  problem.z = scaled(draw_along(draws, problem.dimension, u), draws.one_in(32) ? 0.0 : z_length);
  problem.fill_row(draws);
  draw_rest<L>(draws, problem, problem.radius, ordinary);
  return problem;
}

}  // namespace

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
