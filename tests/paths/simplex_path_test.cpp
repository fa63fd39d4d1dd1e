#include "tacit/paths/simplex.hpp"

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
  static constexpr std::array<double, 4> extremes{-150, 148, -20, 20};
  const bool ordinary = !draws.one_in(16);
  const double z_size = std::pow(10, ordinary ? draws.between(-2, 2) : draws.one_of(extremes));
  const double offset = draws.one_in(4) ? draws.between(-2, 2) : 0.0;
  long double total = 0;
  for (std::size_t i = 0; i < problem.dimension; ++i) {
    problem.x[i] = draws.one_in(6) ? magnitude(draws.of_magnitude(ordinary ? -300 : -100, -5)) : draws.between(0.01, 1);
    total += problem.x[i];
    if (!draws.one_in(6)) problem.z[i] = (draws.between(-1, 1) + offset) * z_size;
  }
  for (double& each : problem.x) each = static_cast<double>(each / total);
  if (draws.one_in(32)) problem.z = {};
  problem.fill_row(draws);
  draw_rest<L>(draws, problem, 1, ordinary, false);  // lambda = 0 would lead to a face, at infinite divergence ever after
  return problem;
}

}  // namespace

TEMPLATE_LIST_TEST_CASE("in the simplex every update is that of the reference", "[path]", AllLosses) {
  Draws draws(1);
  Worst worst;
  std::vector<WeightsOn<Simplex>> weights;
  for (std::size_t d = 1; d <= reference::most_dimensions; ++d) weights.emplace_back(Simplex(d));
  for (int i = 0; i < random_cases; ++i) {
    const Problem problem = draw_problem<TestType>(draws);
    WeightsOn<Simplex>& x = weights[problem.dimension - 1];
    for (std::size_t k = 0; k < problem.dimension; ++k) x.set(static_cast<Index>(k), problem.x[k]);
    compare_in_turn<Simplex, TestType>(i, Simplex(problem.dimension), problem, x, worst);
    long double total = 0;
    for (Index k = 0; k < problem.dimension; ++k) {
      worst.claim(x[k] >= 0, "a negative weight");
      total += x[k];
    }
    worst.see(total - 1, 1e-12L, "the sum of weights");
  }
  CHECK_WORST(worst);
}
