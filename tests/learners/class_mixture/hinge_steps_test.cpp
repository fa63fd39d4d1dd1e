// Multiclass hinge steps in lanes against the step of one learner.
#include "learners/class_mixture/hinge_steps.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <random>
#include <vector>

#include "tacit/core/lanes.hpp"
#include "tacit/losses/multiclass_hinge.hpp"

namespace hinge_steps_test {

using namespace tacit;

using Lanes = LanesOf<16, 16>;

TEST_CASE("multiclass hinge steps in lanes are those of one learner", "[class-mixture]") {
  std::mt19937_64 random(1);
  std::normal_distribution<> normal;
  for (int round = 0; round < 3000; ++round) {
    const std::size_t classes = 2 + static_cast<std::size_t>(round) % 9;
    const std::size_t y = static_cast<std::size_t>(round) % classes;
    const double size = std::exp(normal(random));
    std::vector<double> scores(classes * 16);
    for (double& score : scores) score = round % 5 == 0 ? std::round(normal(random)) : size * normal(random);  // with ties
    Lanes c;
    for (std::size_t lane = 0; lane < 16; ++lane) c.set(lane, lane == 5 ? 0 : std::exp(2 * normal(random)));
    std::vector<double> changes(scores.size(), 1.0);
    Lanes fall;
    Lanes squares;
    HingeSteps<Lanes>{scores.data(), classes, y}.take(c, changes.data(), fall, squares);
    for (std::size_t lane = 0; lane < 16; ++lane) {
      std::vector<double> u;
      for (std::size_t at = lane; at < scores.size(); at += 16) u.push_back(scores[at]);
      std::vector<double> expected(classes);
      ClassStep one;
      if (c[lane] > 0) one = MulticlassHinge{}.prox(u, y, 1, c[lane], expected);
      CAPTURE(round, classes, lane, c[lane], size);
      const double close = 1e-14 * (1 + MulticlassHinge{}.value(u, y));
      for (std::size_t k = 0; k < classes; ++k) REQUIRE(std::abs(changes[k * 16 + lane] - expected[k]) <= close);
      REQUIRE(std::abs(fall[lane] - one.fall) <= close);
      REQUIRE(squares[lane] == Approx(one.squared_change).epsilon(1e-12).margin(1e-300));
    }
  }
}

}  // namespace hinge_steps_test
