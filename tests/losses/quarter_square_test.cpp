#include "tacit/losses/quarter_square.hpp"

#include <catch2/catch.hpp>

namespace quarter_square_test {

using namespace tacit;

TEST_CASE("quarter square loss is a quarter of the squared distance to the label") {
  CHECK(QuarterSquare{}.value(5.0, 1.0) == 4.0);
  CHECK(QuarterSquare{}.value(-1.0, 1.0) == 1.0);
  CHECK(QuarterSquare{}.value(1.0, 1.0) == 0.0);
}

TEST_CASE("quarter square slope is (p - y) / 2, with curvature 1/2") {
  CHECK(QuarterSquare{}.slope(5.0, 1.0) == 2.0);
  CHECK(QuarterSquare{}.slope(-1.0, 1.0) == -1.0);
  CHECK(QuarterSquare{}.slope(1.0, 1.0) == 0.0);
  CHECK(QuarterSquare{}.curvature(5.0, 1.0) == 0.5);
}

TEST_CASE("quarter square prox divides the way to the label as m : 2 lambda") {
  const auto prox = QuarterSquare{}.prox(5.0, 1.0, 0.5, 3.0);
  CHECK(prox.point == 2.0);
  CHECK(prox.multiplier == 1.0);
  CHECK(QuarterSquare{}.prox(-3.0, 1.0, 1.5, 1.0).point == -2.0);
}

TEST_CASE("quarter square prox with lambda = 0 is the label") {
  CHECK(QuarterSquare{}.prox(5.0, 1.0, 0.0, 2.0).point == 1.0);
  CHECK(QuarterSquare{}.prox(5.0, 1.0, 0.0, 2.0).multiplier == 2.0);
}

TEST_CASE("quarter square prox bears tiny and huge lambda") {
  CHECK(QuarterSquare{}.prox(1.0, 0.0, 1e-300, 2.0).point == 1e-300);
  CHECK(QuarterSquare{}.prox(0.0, 1.0, 1e300, 2.0).point == 1e-300);
}

TEST_CASE("quarter square conjugate is s^2 + s y") {
  CHECK(QuarterSquare{}.conjugate(2.0, 3.0) == 10.0);
  CHECK(QuarterSquare{}.conjugate(-2.0, 3.0) == -2.0);
  CHECK(QuarterSquare{}.conjugate(0.0, 3.0) == 0.0);
}

}  // namespace quarter_square_test
