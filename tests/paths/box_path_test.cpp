#include "tacit/paths/box.hpp"

#include <catch2/catch.hpp>

#include "cases.hpp"
#include "paths/comparison.hpp"

namespace box_path_test {

using namespace tacit;

namespace {

struct BoxProblem : Problem {
  double low = -1;
  double high = 1;
};

template <class L>
BoxProblem draw_problem(Draws& draws) {
  BoxProblem problem;
  problem.dimension = 1 + draws.below(5);
  const Magnitudes magnitudes = draw_magnitudes<L>(draws);
  const double size = std::pow(10, magnitudes.x);
  const double z_size = std::pow(10, magnitudes.z);
  problem.low = -size * (draws.one_in(4) ? 0.0 : draws.between(0.1, 1));
  problem.high = size * (draws.one_in(4) && problem.low < 0 ? 0.0 : draws.between(0.1, 1));
  for (std::size_t i = 0; i < problem.dimension; ++i) {
    problem.x[i] = draws.one_in(4)   ? problem.low
                   : draws.one_in(4) ? problem.high
                   : draws.one_in(4) ? 0.0
                                     : draws.between(problem.low, problem.high);
    if (!draws.one_in(6)) problem.z[i] = draws.of_magnitude(-2, 0) * z_size;
  }
  if (draws.one_in(32)) problem.z = {};
  problem.fill_row(draws);
  draw_rest<L>(draws, problem, size, magnitudes.ordinary);
  return problem;
}

}  // namespace

TEST_CASE("in the box weights stop at their bounds and the others go on") {
  const Box box(-1, 1);
  const Absolute absolute;
  const std::array<Index, 2> indices{0, 1};
  const std::array<double, 2> z{1, 2};
  const auto update = [&](double label, double lambda) {
    WeightsOn<Box> x(box);
    Path<Box> way(box, x, Row(indices, z));
    const auto step = way.implicit(WeightedLoss<Absolute>{absolute, label, 1.0}, lambda);
    way.move(step);
    return std::array{x[0], x[1], step.prediction, step.divergence};
  };
  CHECK(update(2.75, 0) == std::array{0.75, 1.0, 2.75, 0.78125});
  CHECK(update(2.75, 1) == std::array{0.75, 1.0, 2.75, 0.78125});
  CHECK(update(2.75, 2) == std::array{0.5, 1.0, 2.5, 0.625});
  CHECK(update(2.75, 4) == std::array{0.25, 0.5, 1.25, 0.15625});
  CHECK(update(-9, 0) == std::array{-1.0, -1.0, -3.0, 1.0});
}

TEMPLATE_LIST_TEST_CASE("in the box every update is that of the reference", "[path]", AllLosses) {
  Draws draws(1);
  Worst worst;
  WeightsOn<Box> weights(Box(-1, 1));
  for (int i = 0; i < random_cases; ++i) {
    const BoxProblem problem = draw_problem<TestType>(draws);
    const Box box(problem.low, problem.high);
    for (std::size_t k = 0; k < problem.x.size(); ++k) weights.set(static_cast<Index>(k), problem.x[k]);
    compare_in_turn<Box, TestType>(i, box, problem, weights, worst);
    for (Index k = 0; k < problem.dimension; ++k)
      worst.claim(weights[k] >= box.low() && weights[k] <= box.high(), "out of the box");
  }
  CHECK_WORST(worst);
}

}  // namespace box_path_test
