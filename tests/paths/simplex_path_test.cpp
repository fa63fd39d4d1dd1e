#include "tacit/paths/simplex.hpp"

#include <catch2/catch.hpp>

#include "cases.hpp"
#include "paths/comparison.hpp"

namespace simplex_path_test {

using namespace tacit;

namespace {

template <class L>
Problem draw_problem(Draws& draws) {
  Problem problem;
  problem.dimension = 1 + draws.below(5);
  static constexpr std::array<double, 4> extremes{-150, 148, -20, 20};
  const bool ordinary = OfCounts<L> || !draws.one_in(16);
  const double z_size = std::pow(10, ordinary ? draws.between(-2, OfCounts<L> ? 1 : 2) : draws.one_of(extremes));
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

TEST_CASE("in the simplex a kink that can be reached is reached") {
  const Simplex simplex(2);
  WeightsOn<Simplex> x(simplex);
  const std::array<Index, 1> indices{0};
  const std::array<double, 1> z{1};
  Path<Simplex> way(simplex, x, Row(indices, z));
  const Absolute absolute;
  const auto step = way.implicit(WeightedLoss<Absolute>{absolute, 0.8, 1.0}, 0.125);
  CHECK(step.prediction == 0.8);
  CHECK(step.multiplier == Approx(-std::log(4.0)).epsilon(1e-15));
  CHECK(step.divergence == Approx(0.8 * std::log(1.6) + 0.2 * std::log(0.4)).epsilon(1e-15));
  way.move(step);
  CHECK(x[0] == Approx(0.8).epsilon(1e-15));
  CHECK(x[1] == Approx(0.2).epsilon(1e-15));
}

TEST_CASE("in the simplex a step along a slope multiplies the weights by exponentials") {
  const Simplex simplex(3);
  WeightsOn<Simplex> x(simplex);
  const std::array<Index, 2> indices{0, 2};
  const std::array<double, 2> z{1, -1};
  Path<Simplex> way(simplex, x, Row(indices, z));
  way.move(way.implicit(Tangent{-2.0}, 4.0));
  const double total = std::exp(0.5) + 1 + std::exp(-0.5);
  CHECK(x[0] == Approx(std::exp(0.5) / total).epsilon(1e-15));
  CHECK(x[1] == Approx(1 / total).epsilon(1e-15));
  CHECK(x[2] == Approx(std::exp(-0.5) / total).epsilon(1e-15));
}

TEST_CASE("in the simplex the multiplier times z may be large where its differences are not") {
  // e^(tau a), of the weights that there are none of, once made this step not a number.
  const Simplex simplex(2);
  WeightsOn<Simplex> x(simplex);
  const std::array<Index, 2> indices{0, 1};
  const std::array<double, 2> z{1e6, 1e6 + 1};
  Path<Simplex> way(simplex, x, Row(indices, z));
  way.move(way.implicit(Tangent{1.0}, 8.0));
  CHECK(x[0] == Approx(1 / (1 + std::exp(-0.125))).epsilon(1e-15));
  CHECK(x[0] + x[1] == Approx(1).epsilon(1e-15));
  Path<Simplex> far(simplex, x, Row(indices, z));
  far.move(far.implicit(Tangent{1.0}, 1e-6));
  CHECK(x[0] == Approx(1).epsilon(1e-15));
  CHECK(x[1] == 0.0);
}

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

}  // namespace simplex_path_test
