#include "tacit/losses/hinge.hpp"

#include <catch2/catch.hpp>

namespace hinge_test {

using namespace tacit;

TEST_CASE("hinge is 1 - y p up to the margin and 0 beyond") {
  CHECK(Hinge{}.value(0.25, +1.0) == 0.75);
  CHECK(Hinge{}.value(0.25, -1.0) == 1.25);
  CHECK(Hinge{}.value(3.0, +1.0) == 0.0);
}

TEST_CASE("hinge slope is -y before the margin, 0 on it and beyond") {
  CHECK(Hinge{}.slope(0.25, +1.0) == -1.0);
  CHECK(Hinge{}.slope(0.25, -1.0) == +1.0);
  CHECK(Hinge{}.slope(1.0, +1.0) == 0.0);
  CHECK(Hinge{}.slope(-1.0, -1.0) == 0.0);
  CHECK(Hinge{}.slope(2.0, +1.0) == 0.0);
}

TEST_CASE("hinge prox stops at the margin when it can reach it, and eta short of it otherwise") {
  const auto reached = Hinge{}.prox(-0.5, +1.0, 0.5, 4.0);  // eta m = 8 is far enough for the 1.5 to go
  CHECK(reached.point == 1.0);
  CHECK(reached.multiplier == -0.375);
  const auto short_of_it = Hinge{}.prox(-0.5, +1.0, 8.0, 4.0);  // eta m = 0.5 is not
  CHECK(short_of_it.point == 0.0);
  CHECK(short_of_it.multiplier == -0.125);
  const auto content = Hinge{}.prox(-2.0, -1.0, 0.5, 4.0);
  CHECK(content.point == -2.0);
  CHECK(content.multiplier == 0.0);
}

TEST_CASE("hinge prox with lambda = 0 projects onto the margin") {
  CHECK(Hinge{}.prox(-3.0, +1.0, 0.0, 2.0).point == 1.0);
  CHECK(Hinge{}.prox(-3.0, +1.0, 0.0, 2.0).multiplier == -2.0);
  CHECK(Hinge{}.prox(-3.0, -1.0, 0.0, 2.0).point == -3.0);
}

TEST_CASE("hinge prox bears tiny and huge lambda") {
  CHECK(Hinge{}.prox(0.0, +1.0, 1e-300, 2.0).point == 1.0);
  CHECK(Hinge{}.prox(0.0, +1.0, 1e300, 2.0).point == 2e-300);
  CHECK(Hinge{}.prox(0.5, +1.0, 1e300, 2.0).point == 0.5);
}

TEST_CASE("hinge conjugate is -b at s = -y b for b between 0 and 1") {
  CHECK(Hinge{}.conjugate(-0.25, +1.0) == -0.25);
  CHECK(Hinge{}.conjugate(+1.0, -1.0) == -1.0);
  CHECK(std::isinf(Hinge{}.conjugate(0.25, +1.0)));
  CHECK(std::isinf(Hinge{}.conjugate(-1.25, +1.0)));
}

}  // namespace hinge_test
