#include "tacit/paths/box.hpp"

#include <catch2/catch.hpp>

#include "cases.hpp"
#include "paths/problem.hpp"
#include "tacit/losses/all.hpp"

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
  static constexpr std::array<std::array<double, 2>, 6> extremes{
      {{-148, 150}, {148, -150}, {0, 148}, {148, 0}, {-148, 0}, {0, -150}}};
  const auto& extreme = extremes[draws.below(extremes.size())];
  const bool ordinary = !draws.one_in(16);
  const double size = std::pow(10, ordinary ? draws.between(-3, 3) : extreme[0]);
  const double z_size = ordinary ? std::pow(10, draws.between(-2, 2)) / size : std::pow(10, extreme[1]);
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
  draw_rest<L>(draws, problem, size, ordinary);
  return problem;
}

}  // namespace

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
