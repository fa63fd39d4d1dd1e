#include "tacit/losses/squared_hinge.hpp"

#include <catch2/catch.hpp>

namespace squared_hinge_test {

using namespace tacit;

TEST_CASE("squared hinge is half the squared gap to the margin") {
  CHECK(SquaredHinge{}.value(-1.0, +1.0) == 2.0);
  CHECK(SquaredHinge{}.value(0.5, -1.0) == 1.125);
  CHECK(SquaredHinge{}.value(2.0, +1.0) == 0.0);
}

TEST_CASE("squared hinge slope is -y times the gap, with curvature 1 before the margin and 0 beyond") {
  CHECK(SquaredHinge{}.slope(-1.0, +1.0) == -2.0);
  CHECK(SquaredHinge{}.slope(0.5, -1.0) == 1.5);
  CHECK(SquaredHinge{}.slope(1.0, +1.0) == 0.0);
  CHECK(SquaredHinge{}.slope(-2.0, -1.0) == 0.0);
  CHECK(SquaredHinge{}.curvature(-1.0, +1.0) == 1.0);
  CHECK(SquaredHinge{}.curvature(2.0, +1.0) == 0.0);
}

TEST_CASE("squared hinge prox divides the way to the margin as m : lambda") {
  const auto prox = SquaredHinge{}.prox(-2.0, +1.0, 1.0, 2.0);
  CHECK(prox.point == 0.0);
  CHECK(prox.multiplier == -1.0);
  CHECK(SquaredHinge{}.prox(3.0, -1.0, 3.0, 1.0).point == 2.0);
  CHECK(SquaredHinge{}.prox(3.0, +1.0, 3.0, 1.0).point == 3.0);
  CHECK(SquaredHinge{}.prox(3.0, +1.0, 3.0, 1.0).multiplier == 0.0);
}

TEST_CASE("squared hinge prox with lambda = 0 projects onto the margin") {
  CHECK(SquaredHinge{}.prox(-3.0, +1.0, 0.0, 2.0).point == 1.0);
  CHECK(SquaredHinge{}.prox(-3.0, +1.0, 0.0, 2.0).multiplier == -2.0);
  CHECK(SquaredHinge{}.prox(-3.0, -1.0, 0.0, 2.0).point == -3.0);
}

TEST_CASE("squared hinge prox bears tiny and huge lambda") {
  CHECK(SquaredHinge{}.prox(0.0, +1.0, 1e-300, 2.0).point == 1.0);
  CHECK(SquaredHinge{}.prox(0.0, +1.0, 1e300, 2.0).point == 2e-300);
}

TEST_CASE("squared hinge conjugate is b^2 / 2 - b at s = -y b for b >= 0") {
  CHECK(SquaredHinge{}.conjugate(-1.0, +1.0) == -0.5);
  CHECK(SquaredHinge{}.conjugate(4.0, -1.0) == 4.0);
  CHECK(std::isinf(SquaredHinge{}.conjugate(0.5, +1.0)));
}

}  // namespace squared_hinge_test
