#include "tacit/paths/whole_space.hpp"

#include <catch2/catch.hpp>

#include "cases.hpp"
#include "paths/problem.hpp"
#include "tacit/losses/all.hpp"

using namespace tacit;

namespace {

template <class L>
Problem draw_problem(Draws& draws) {
  Problem problem;
  problem.dimension = 1 + draws.below(5);
  // A pair of magnitudes for x and z whose product squares to a number.
  static constexpr std::array<std::array<double, 2>, 4> extremes{{{-148, 150}, {148, -150}, {0, 148}, {148, 0}}};
  const auto& extreme = extremes[draws.below(4)];
  const bool ordinary = !draws.one_in(16);
  const double x_exponent = ordinary ? draws.between(-3, 3) : extreme[0];
  const double z_exponent = ordinary ? draws.between(-2, 2) - x_exponent : extreme[1];
  for (std::size_t i = 0; i < problem.dimension; ++i) {
    if (!draws.one_in(8)) problem.x[i] = draws.between(-1, 1) * std::pow(10, x_exponent);
    if (!draws.one_in(8)) problem.z[i] = draws.between(-1, 1) * std::pow(10, z_exponent);
  }
  problem.fill_row(draws);
  draw_rest<L>(draws, problem, std::pow(10, x_exponent), ordinary);
  return problem;
}

}  // namespace

TEMPLATE_LIST_TEST_CASE("in the whole space every update is that of the reference", "[path]", AllLosses) {
  Draws draws(1);
  Worst worst;
  const WholeSpace domain;
  WeightsOn<WholeSpace> weights(domain);
  for (int i = 0; i < random_cases; ++i) {
    const Problem problem = draw_problem<TestType>(draws);
    for (std::size_t k = 0; k < problem.x.size(); ++k) weights.set(static_cast<Index>(k), problem.x[k]);
    compare_in_turn<WholeSpace, TestType>(i, domain, problem, weights, worst);
  }
  CHECK_WORST(worst);
}
