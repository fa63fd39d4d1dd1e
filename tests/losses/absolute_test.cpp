#include "tacit/losses/absolute.hpp"

#include <catch2/catch.hpp>

namespace absolute_test {

using namespace tacit;

TEST_CASE("absolute loss is the distance to the label") {
  CHECK(Absolute{}.value(3.0, 1.0) == 2.0);
  CHECK(Absolute{}.value(-3.0, 1.0) == 4.0);
  CHECK(Absolute{}.value(1.0, 1.0) == 0.0);
}

TEST_CASE("absolute slope is the sign of p - y, and 0 at the label") {
  CHECK(Absolute{}.slope(3.0, 1.0) == 1.0);
  CHECK(Absolute{}.slope(-3.0, 1.0) == -1.0);
  CHECK(Absolute{}.slope(1.0, 1.0) == 0.0);
}

TEST_CASE("absolute prox walks towards the label from either side, eta m at most") {
  const auto down = Absolute{}.prox(5.0, 1.0, 2.0, 3.0);
  CHECK(down.point == 3.5);
  CHECK(down.multiplier == 0.5);
  const auto up = Absolute{}.prox(-5.0, 1.0, 2.0, 3.0);  // as printed in the paper it would walk away
  CHECK(up.point == -3.5);
  CHECK(up.multiplier == -0.5);
  const auto reached = Absolute{}.prox(1.75, 1.0, 2.0, 3.0);
  CHECK(reached.point == 1.0);
  CHECK(reached.multiplier == 0.25);
}

TEST_CASE("absolute prox with lambda = 0 is the label") {
  CHECK(Absolute{}.prox(-7.0, 1.0, 0.0, 4.0).point == 1.0);
  CHECK(Absolute{}.prox(-7.0, 1.0, 0.0, 4.0).multiplier == -2.0);
  CHECK(Absolute{}.prox(1.0, 1.0, 0.0, 4.0).multiplier == 0.0);
}

TEST_CASE("absolute prox bears tiny and huge lambda") {
  CHECK(Absolute{}.prox(9.0, 1.0, 1e-300, 4.0).point == 1.0);
  CHECK(Absolute{}.prox(9.0, 1.0, 1e300, 4.0).point == 9.0);
  CHECK(Absolute{}.prox(9.0, 1.0, 1e300, 4.0).multiplier == 1e-300);
}

TEST_CASE("absolute conjugate is s y for s between -1 and 1") {
  CHECK(Absolute{}.conjugate(0.5, 3.0) == 1.5);
  CHECK(Absolute{}.conjugate(-1.0, 3.0) == -3.0);
  CHECK(std::isinf(Absolute{}.conjugate(1.5, 3.0)));
}

}  // namespace absolute_test
