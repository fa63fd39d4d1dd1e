#include "tacit/paths/whole_space.hpp"

#include <catch2/catch.hpp>

#include "cases.hpp"
#include "paths/comparison.hpp"

namespace whole_space_path_test {

using namespace tacit;

namespace {

const std::array<Index, 2> both{0, 1};

template <class L>
Problem draw_problem(Draws& draws) {
  Problem problem;
  problem.dimension = 1 + draws.below(5);
  const Magnitudes magnitudes = draw_magnitudes<L>(draws);
  const double x_size = std::pow(10, magnitudes.x);
  const double z_size = std::pow(10, magnitudes.z);
  for (std::size_t i = 0; i < problem.dimension; ++i) {
    if (!draws.one_in(8)) problem.x[i] = draws.between(-1, 1) * x_size;
    if (!draws.one_in(8)) problem.z[i] = draws.between(-1, 1) * z_size;
  }
  problem.fill_row(draws);
  draw_rest<L>(draws, problem, x_size, magnitudes.ordinary);
  return problem;
}

}  // namespace

TEST_CASE("in the whole space the square loss moves along z by (a - y) / (lambda + m)") {
  const WholeSpace space;
  WeightsOn<WholeSpace> x(space);
  x.set(0, 1);
  x.set(1, 2);
  const std::array<double, 2> z{3, 4};
  Path<WholeSpace> way(space, x, Row(both, z));
  CHECK(way.prediction() == 11.0);
  CHECK(way.dual_norm() == 25.0);
  const Square square;
  const auto step = way.implicit(WeightedLoss<Square>{square, 1.0, 1.0}, 25.0);
  CHECK(step.prediction == 6.0);
  CHECK(step.divergence == Approx(0.5).epsilon(1e-15));
  way.move(step);
  CHECK(x[0] == Approx(0.4).epsilon(1e-15));
  CHECK(x[1] == Approx(1.2).epsilon(1e-15));
}

TEST_CASE("nothing moves along a z of 0") {
  const WholeSpace space;
  WeightsOn<WholeSpace> x(space);
  const std::array<double, 2> z{0, 0};
  CHECK(!Path<WholeSpace>(space, x, Row(both, z)).can_move());
  CHECK(!Path<WholeSpace>(space, x, Row()).can_move());
}

TEST_CASE("the divergence is a number although the square of the multiplier is not") {
  const WholeSpace space;
  WeightsOn<WholeSpace> x(space);
  const std::array<double, 2> z{1e-150, 0};
  const Hinge hinge;
  const auto step = Path<WholeSpace>(space, x, Row(both, z)).implicit(WeightedLoss<Hinge>{hinge, 1.0, 1.0}, 0.0);
  CHECK(step.prediction == 1.0);
  CHECK(step.divergence == Approx(5e299).epsilon(1e-15));
}

TEMPLATE_LIST_TEST_CASE("in the whole space every update is that of the reference", "[path]", AllLosses) {
  Draws draws(1);
  Worst worst;
  const WholeSpace space;
  WeightsOn<WholeSpace> weights(space);
  for (int i = 0; i < random_cases; ++i) {
    const Problem problem = draw_problem<TestType>(draws);
    for (std::size_t k = 0; k < problem.x.size(); ++k) weights.set(static_cast<Index>(k), problem.x[k]);
    compare_in_turn<WholeSpace, TestType>(i, space, problem, weights, worst);
  }
  CHECK_WORST(worst);
}

}  // namespace whole_space_path_test
