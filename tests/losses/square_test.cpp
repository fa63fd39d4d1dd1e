#include "tacit/losses/square.hpp"

#include <catch2/catch.hpp>

namespace square_test {

using namespace tacit;

TEST_CASE("square loss is half the squared distance to the label") {
  CHECK(Square{}.value(4.0, 1.0) == 4.5);
  CHECK(Square{}.value(-1.0, 1.0) == 2.0);
  CHECK(Square{}.value(1.0, 1.0) == 0.0);
}

TEST_CASE("square slope is p - y, with curvature 1") {
  CHECK(Square{}.slope(4.0, 1.0) == 3.0);
  CHECK(Square{}.slope(-1.0, 1.0) == -2.0);
  CHECK(Square{}.slope(1.0, 1.0) == 0.0);
  CHECK(Square{}.curvature(4.0, 1.0) == 1.0);
}

TEST_CASE("square prox divides the way to the label as m : lambda") {
  const auto prox = Square{}.prox(4.0, 1.0, 2.0, 4.0);
  CHECK(prox.point == 2.0);
  CHECK(prox.multiplier == 0.5);
  CHECK(Square{}.prox(-4.0, 1.0, 3.0, 1.0).point == -2.75);
  CHECK(Square{}.prox(1.0, 1.0, 3.0, 1.0).point == 1.0);
}

TEST_CASE("square prox with lambda = 0 is the label") {
  CHECK(Square{}.prox(4.0, 1.0, 0.0, 2.0).point == 1.0);
  CHECK(Square{}.prox(4.0, 1.0, 0.0, 2.0).multiplier == 1.5);
  CHECK(Square{}.prox(1e300, 0.1, 0.0, 2.0).point == 0.1);
}

TEST_CASE("square prox keeps what is left of the way, however little, and what was gone of it") {
  CHECK(Square{}.prox(1.0, 0.0, 1e-300, 1.0).point == 1e-300);
  CHECK(Square{}.prox(0.0, 1.0, 1e300, 1.0).point == 1e-300);
  CHECK(Square{}.prox(4.0, 1.0, 1e300, 1.0).point == 4.0);
}

TEST_CASE("square conjugate is s^2 / 2 + s y") {
  CHECK(Square{}.conjugate(2.0, 3.0) == 8.0);
  CHECK(Square{}.conjugate(-2.0, 3.0) == -4.0);
  CHECK(Square{}.conjugate(0.0, 3.0) == 0.0);
}

}  // namespace square_test
