#include "tacit/losses/epsilon_insensitive.hpp"

#include <catch2/catch.hpp>

namespace epsilon_insensitive_test {

using namespace tacit;

namespace {
const EpsilonInsensitive loss(0.5);
}

TEST_CASE("epsilon-insensitive loss is the distance to the tube") {
  CHECK(loss.value(3.0, 1.0) == 1.5);
  CHECK(loss.value(0.0, 1.0) == 0.5);
  CHECK(loss.value(1.25, 1.0) == 0.0);
}

TEST_CASE("epsilon-insensitive slope is 0 in the tube and on its edges, -1 below, 1 above") {
  CHECK(loss.slope(3.0, 1.0) == 1.0);
  CHECK(loss.slope(0.0, 1.0) == -1.0);
  CHECK(loss.slope(1.25, 1.0) == 0.0);
  CHECK(loss.slope(1.5, 1.0) == 0.0);
  CHECK(loss.slope(0.5, 1.0) == 0.0);
}

TEST_CASE("epsilon-insensitive prox walks to the nearer edge of the tube, eta m at most") {
  const auto down = loss.prox(4.0, 1.0, 2.0, 3.0);
  CHECK(down.point == 2.5);
  CHECK(down.multiplier == 0.5);
  CHECK(loss.prox(1.75, 1.0, 2.0, 3.0).point == 1.5);
  CHECK(loss.prox(-0.25, 1.0, 2.0, 3.0).point == 0.5);
  CHECK(loss.prox(1.25, 1.0, 2.0, 3.0).point == 1.25);
}

TEST_CASE("epsilon-insensitive prox with lambda = 0 is the nearer edge") {
  CHECK(loss.prox(9.5, 1.0, 0.0, 4.0).point == 1.5);
  CHECK(loss.prox(9.5, 1.0, 0.0, 4.0).multiplier == 2.0);
  CHECK(loss.prox(-9.0, 1.0, 0.0, 4.0).point == 0.5);
  CHECK(loss.prox(1.0, 1.0, 0.0, 4.0).multiplier == 0.0);
}

TEST_CASE("epsilon-insensitive prox bears tiny and huge lambda") {
  CHECK(loss.prox(9.0, 1.0, 1e-300, 4.0).point == 1.5);
  CHECK(loss.prox(9.0, 1.0, 1e300, 4.0).point == 9.0);
}

TEST_CASE("epsilon-insensitive conjugate is s y + epsilon |s| for s between -1 and 1") {
  CHECK(loss.conjugate(0.5, 3.0) == 1.75);
  CHECK(loss.conjugate(-1.0, 3.0) == -2.5);
  CHECK(std::isinf(loss.conjugate(-1.5, 3.0)));
}

TEST_CASE("epsilon = 0 is the absolute loss") {
  CHECK(EpsilonInsensitive(0).value(3.0, 1.0) == 2.0);
  CHECK(EpsilonInsensitive(0).slope(1.0, 1.0) == 0.0);
  CHECK(EpsilonInsensitive(0).prox(-5.0, 1.0, 2.0, 3.0).point == -3.5);
}

TEST_CASE("epsilon is a number not below 0") {
  CHECK_THROWS_AS(EpsilonInsensitive(-0.1), std::invalid_argument);
  CHECK_THROWS_AS(EpsilonInsensitive(std::nan("")), std::invalid_argument);
  CHECK_THROWS_AS(EpsilonInsensitive(HUGE_VAL), std::invalid_argument);
}

}  // namespace epsilon_insensitive_test
