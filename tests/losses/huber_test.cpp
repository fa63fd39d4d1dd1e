#include "tacit/losses/huber.hpp"

#include <catch2/catch.hpp>

namespace huber_test {

using namespace tacit;

namespace {
const Huber loss(2);
}

TEST_CASE("Huber loss is the square loss up to the threshold and linear beyond") {
  CHECK(loss.value(2.0, 1.0) == 0.5);
  CHECK(loss.value(3.0, 1.0) == 2.0);
  CHECK(loss.value(-4.0, 1.0) == 8.0);
}

TEST_CASE("Huber slope is p - y, clipped at the threshold, with curvature 1 or 0") {
  CHECK(loss.slope(2.0, 1.0) == 1.0);
  CHECK(loss.slope(9.0, 1.0) == 2.0);
  CHECK(loss.slope(-9.0, 1.0) == -2.0);
  CHECK(loss.slope(1.0, 1.0) == 0.0);
  CHECK(loss.curvature(2.0, 1.0) == 1.0);
  CHECK(loss.curvature(9.0, 1.0) == 0.0);
}

TEST_CASE("Huber prox is that of the square loss, but c eta m far at most") {
  const auto square = loss.prox(4.0, 1.0, 1.0, 2.0);
  CHECK(square.point == 2.0);
  CHECK(square.multiplier == 1.0);
  const auto linear = loss.prox(21.0, 1.0, 4.0, 2.0);
  CHECK(linear.point == 20.0);
  CHECK(linear.multiplier == 0.5);
  CHECK(loss.prox(-19.0, 1.0, 4.0, 2.0).point == -18.0);
}

TEST_CASE("Huber prox with lambda = 0 is the label") {
  CHECK(loss.prox(21.0, 1.0, 0.0, 2.0).point == 1.0);
  CHECK(loss.prox(21.0, 1.0, 0.0, 2.0).multiplier == 10.0);
}

TEST_CASE("Huber prox bears tiny and huge lambda") {
  CHECK(loss.prox(21.0, 1.0, 1e-300, 2.0).point == 1.0);
  CHECK(loss.prox(21.0, 1.0, 1e300, 2.0).point == 21.0);
  CHECK(loss.prox(21.0, 1.0, 1e300, 2.0).multiplier == 2e-300);
}

TEST_CASE("Huber conjugate is s^2 / 2 + s y for s up to the threshold") {
  CHECK(loss.conjugate(2.0, 3.0) == 8.0);
  CHECK(loss.conjugate(-1.0, 3.0) == -2.5);
  CHECK(std::isinf(loss.conjugate(2.5, 3.0)));
}

TEST_CASE("the threshold is a positive number") {
  CHECK_THROWS_AS(Huber(0), std::invalid_argument);
  CHECK_THROWS_AS(Huber(-1), std::invalid_argument);
  CHECK_THROWS_AS(Huber(std::nan("")), std::invalid_argument);
  CHECK_THROWS_AS(Huber(HUGE_VAL), std::invalid_argument);
}

}  // namespace huber_test
