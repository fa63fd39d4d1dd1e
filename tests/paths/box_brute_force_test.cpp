// Every way to put each weight at a bound or leave it free, with the best of the free ones: the box's update is the best of all.
#include <catch2/catch.hpp>

#include "cases.hpp"
#include "core/worst.hpp"
#include "paths/problem.hpp"
#include "tacit/learners/updates.hpp"
#include "tacit/paths/box.hpp"

namespace box_brute_force_test {

using namespace tacit;
using reference::Long;
using reference::Vector;

namespace {

struct Best {
  Vector x{};
  Long objective = HUGE_VALL;
};

template <class L>
Best best_of_all(const Box& box, const Problem& problem, const L& loss, const twins::Twin<L>& twin) {
  Best best;
  std::size_t patterns = 1;
  for (std::size_t i = 0; i < problem.dimension; ++i) patterns *= 3;
  for (std::size_t pattern = 0; pattern < patterns; ++pattern) {
    Vector x{};
    double centre = 0;
    double m = 0;
    for (std::size_t i = 0, rest = pattern; i < problem.dimension; ++i, rest /= 3) {
      x[i] = rest % 3 == 0 ? problem.x[i] : rest % 3 == 1 ? box.low() : box.high();
      centre += static_cast<double>(x[i]) * problem.z[i];
      if (rest % 3 == 0) m += problem.z[i] * problem.z[i];
    }
    const double tau = m > 0 ? loss.prox(centre, problem.y, problem.lambda, m).multiplier : 0;
    Long prediction = 0;
    Long divergence = 0;
    bool inside = true;
    for (std::size_t i = 0, rest = pattern; i < problem.dimension; ++i, rest /= 3) {
      if (rest % 3 == 0) x[i] -= Long{tau} * problem.z[i];
      inside = inside && x[i] >= box.low() && x[i] <= box.high();
      prediction += x[i] * problem.z[i];
      divergence += (x[i] - problem.x[i]) * (x[i] - problem.x[i]) / 2;
    }
    const Long objective = twin.value(prediction, problem.y) + problem.lambda * divergence;
    if (inside && objective < best.objective) best = {x, objective};
  }
  return best;
}

}  // namespace

TEMPLATE_LIST_TEST_CASE("the box's update is the best of all ways to meet the bounds", "[path]", AllLosses) {
  Draws draws(1);
  Worst worst;
  const Box box(-1, 0.5);
  WeightsOn<Box> weights(box);
  for (int i = 0; i < random_cases / 10; ++i) {
    Problem problem;
    problem.dimension = 1 + draws.below(4);
    for (std::size_t k = 0; k < problem.dimension; ++k) {
      problem.x[k] = draws.one_in(3) ? box.low() : draws.one_in(3) ? box.high() : draws.between(box.low(), box.high());
      problem.z[k] = draws.between(-2, 2);
    }
    for (std::size_t k = 0; k < problem.x.size(); ++k) weights.set(static_cast<Index>(k), problem.x[k]);
    problem.fill_row(draws);
    const double parameter = twins::Twin<TestType>::parameters()[0];
    const auto loss = twins::loss_of<TestType>(parameter);
    problem.y = TestType::two_class ? draws.sign() : draws.between(OfCounts<TestType> ? 0 : -3, 3);
    problem.lambda = magnitude(draws.of_magnitude(-2, 1));
    Path<Box> way(box, weights, problem.row());
    if (loss.slope(way.prediction(), problem.y) == 0) continue;
    way.move(way.implicit(WeightedLoss<TestType>{loss, problem.y, 1.0}, problem.lambda));
    const Best best = best_of_all(box, problem, loss, twins::Twin<TestType>(parameter));
    Vector found{};
    for (std::size_t k = 0; k < problem.dimension; ++k) found[k] = weights[static_cast<Index>(k)];
    worst.see(reference::distance(found, best.x), 2e-14L, "y", problem.y, "lambda", problem.lambda, "x", problem.x[0],
              problem.x[1], problem.x[2], problem.x[3], "z", problem.z[0], problem.z[1], problem.z[2], problem.z[3]);
  }
  CHECK_WORST(worst);
}

}  // namespace box_brute_force_test
