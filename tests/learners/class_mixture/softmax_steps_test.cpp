// Softmax steps in lanes against the step of one learner, and against what makes it the minimiser.
#include "learners/class_mixture/softmax_steps.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <random>
#include <vector>

#include "tacit/core/lanes.hpp"
#include "tacit/losses/softmax.hpp"

namespace softmax_steps_test {

using namespace tacit;

namespace {

using Lanes = LanesOf<16, 16>;

struct Steps {
  Steps(const std::vector<double>& scores, std::size_t y, const Lanes& c) : changes(scores.size()), room(2 * scores.size()) {
    SoftmaxSteps<Lanes>{scores.data(), scores.size() / 16, y}.take(c, changes.data(), room.data(), fall, squares);
  }
  std::vector<double> of_lane(const std::vector<double>& numbers, std::size_t lane) const {
    std::vector<double> one;
    for (std::size_t at = lane; at < numbers.size(); at += 16) one.push_back(numbers[at]);
    return one;
  }

  std::vector<double> changes;
  std::vector<double> room;
  Lanes fall;
  Lanes squares;
};

// How far the changes are from c (p - e_y), p the probabilities after them, in units of c.
long double residual(const std::vector<double>& u, const std::vector<double>& change, std::size_t y, double c) {
  std::vector<long double> p(u.size());
  long double most = -1e4000L;
  for (std::size_t k = 0; k < u.size(); ++k) most = std::max(most, p[k] = static_cast<long double>(u[k]) - change[k]);
  long double sum = 0;
  for (auto& chance : p) sum += chance = std::exp(chance - most);
  long double worst = 0;
  for (std::size_t k = 0; k < u.size(); ++k)
    worst = std::max(worst, std::abs(p[k] / sum - (k == y ? 1 : 0) - static_cast<long double>(change[k]) / c));
  return worst;
}

}  // namespace

TEST_CASE("softmax steps in lanes leave no residual and are those of one learner", "[class-mixture]") {
  std::mt19937_64 random(1);
  std::normal_distribution<> normal;
  for (int round = 0; round < 3000; ++round) {
    const std::size_t classes = 2 + static_cast<std::size_t>(round) % 9;
    const std::size_t y = static_cast<std::size_t>(round) % classes;
    const double size = std::exp(normal(random));
    std::vector<double> scores(classes * 16);
    for (double& score : scores) score = size * normal(random);
    Lanes c;
    for (std::size_t lane = 0; lane < 16; ++lane) c.set(lane, std::exp((round % 2 == 0 ? 2 : 7) * normal(random)));
    const Steps steps(scores, y, c);
    for (std::size_t lane = 0; lane < 16; ++lane) {
      const auto u = steps.of_lane(scores, lane);
      const auto change = steps.of_lane(steps.changes, lane);
      CAPTURE(round, classes, lane, c[lane], size);
      REQUIRE(residual(u, change, y, c[lane]) < 1e-12L);
      Softmax loss;
      std::vector<double> expected(classes);
      const ClassStep one = loss.prox(u, y, 1 / c[lane], 1, expected);
      REQUIRE(steps.squares[lane] == Approx(one.squared_change).epsilon(1e-8));
      REQUIRE(steps.fall[lane] == Approx(one.fall).epsilon(1e-8).margin(1e-14));
    }
  }
}

TEST_CASE("softmax steps are right where one class is certain and where classes tie", "[class-mixture]") {
  for (const double lead : {-800.0, -40.0, 0.0, 40.0, 800.0}) {
    for (const double c : {1e-9, 1.0, 300.0, 1e7}) {
      std::vector<double> scores(10 * 16, 0.0);
      std::fill_n(scores.begin(), 16, lead);  // of the label; all others tie
      const Steps steps(scores, 0, c);
      CAPTURE(lead, c);
      CHECK(residual(steps.of_lane(scores, 3), steps.of_lane(steps.changes, 3), 0, c) < 1e-12L);
    }
  }
}

}  // namespace softmax_steps_test
