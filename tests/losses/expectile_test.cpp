#include "tacit/losses/expectile.hpp"

#include <catch2/catch.hpp>

#include "tacit/losses/square.hpp"

namespace expectile_test {

using namespace tacit;

namespace {
const Expectile loss(0.75);
}

TEST_CASE("expectile loss costs k r^2 below the label and (1 - k) r^2 above") {
  CHECK(loss.value(-1.0, 1.0) == 3.0);
  CHECK(loss.value(5.0, 1.0) == 4.0);
  CHECK(loss.value(1.0, 1.0) == 0.0);
}

TEST_CASE("expectile slope is twice that per r, and its curvature jumps at the label") {
  CHECK(loss.slope(-1.0, 1.0) == -3.0);
  CHECK(loss.slope(5.0, 1.0) == 2.0);
  CHECK(loss.slope(1.0, 1.0) == 0.0);
  CHECK(loss.curvature(-1.0, 1.0) == 1.5);
  CHECK(loss.curvature(5.0, 1.0) == 0.5);
}

TEST_CASE("expectile prox divides the way to the label as 2 k m : lambda or 2 (1 - k) m : lambda") {
  const auto up = loss.prox(-4.0, 1.0, 3.0, 2.0);  // 1.5 (p - 1) + 1.5 (p + 4) = 0
  CHECK(up.point == -1.5);
  CHECK(up.multiplier == -1.25);
  const auto down = loss.prox(5.0, 1.0, 1.0, 2.0);  // 0.5 (p - 1) + 0.5 (p - 5) = 0
  CHECK(down.point == 3.0);
  CHECK(down.multiplier == 1.0);
}

TEST_CASE("expectile prox with lambda = 0 is the label") {
  CHECK(loss.prox(9.0, 1.0, 0.0, 4.0).point == 1.0);
  CHECK(loss.prox(-7.0, 1.0, 0.0, 4.0).multiplier == -2.0);
}

TEST_CASE("expectile conjugate is s y + s^2 / 4 k, or s^2 / 4 (1 - k), by the sign of s") {
  CHECK(loss.conjugate(-3.0, 2.0) == -3.0);
  CHECK(loss.conjugate(1.0, 2.0) == 3.0);
  CHECK(loss.conjugate(0.0, 2.0) == 0.0);
}

TEST_CASE("with k = 1/2 the expectile loss is the square loss, bit for bit") {
  for (const double p : {-3.7, 0.1, 2.3, 1e9}) {
    CHECK(Expectile().value(p, 0.3) == Square{}.value(p, 0.3));
    CHECK(Expectile().prox(p, 0.3, 1.7, 0.9).point == Square{}.prox(p, 0.3, 1.7, 0.9).point);
  }
}

TEST_CASE("the expectile lies strictly between 0 and 1") {
  CHECK_THROWS_AS(Expectile(0), std::invalid_argument);
  CHECK_THROWS_AS(Expectile(1), std::invalid_argument);
  CHECK_THROWS_AS(Expectile(-0.5), std::invalid_argument);
  CHECK_THROWS_AS(Expectile(std::nan("")), std::invalid_argument);
}

}  // namespace expectile_test
