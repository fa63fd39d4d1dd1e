#include "tacit/losses/pinball.hpp"

#include <catch2/catch.hpp>

namespace pinball_test {

using namespace tacit;

namespace {
const Pinball loss(0.75);
}

TEST_CASE("pinball loss costs k below the label and 1 - k above") {
  CHECK(loss.value(-1.0, 1.0) == 1.5);
  CHECK(loss.value(5.0, 1.0) == 1.0);
  CHECK(loss.value(1.0, 1.0) == 0.0);
}

TEST_CASE("pinball slope is -k below the label, 1 - k above, 0 at it") {
  CHECK(loss.slope(-1.0, 1.0) == -0.75);
  CHECK(loss.slope(5.0, 1.0) == 0.25);
  CHECK(loss.slope(1.0, 1.0) == 0.0);
}

TEST_CASE("pinball prox walks to the label, k eta m up or (1 - k) eta m down at most") {
  const auto up = loss.prox(-5.0, 1.0, 0.5, 2.0);
  CHECK(up.point == -2.0);
  CHECK(up.multiplier == -1.5);
  const auto down = loss.prox(5.0, 1.0, 0.5, 2.0);
  CHECK(down.point == 4.0);
  CHECK(down.multiplier == 0.5);
  CHECK(loss.prox(1.5, 1.0, 0.5, 2.0).point == 1.0);
}

TEST_CASE("pinball prox with lambda = 0 is the label") {
  CHECK(loss.prox(9.0, 1.0, 0.0, 4.0).point == 1.0);
  CHECK(loss.prox(-7.0, 1.0, 0.0, 4.0).multiplier == -2.0);
}

TEST_CASE("pinball prox bears tiny and huge lambda") {
  CHECK(loss.prox(9.0, 1.0, 1e-300, 4.0).point == 1.0);
  CHECK(loss.prox(9.0, 1.0, 1e300, 4.0).point == 9.0);
}

TEST_CASE("pinball conjugate is s y for s between -k and 1 - k") {
  CHECK(loss.conjugate(0.25, 4.0) == 1.0);
  CHECK(loss.conjugate(-0.75, 4.0) == -3.0);
  CHECK(std::isinf(loss.conjugate(0.5, 4.0)));
  CHECK(std::isinf(loss.conjugate(-1.0, 4.0)));
}

TEST_CASE("the quantile lies strictly between 0 and 1") {
  CHECK_THROWS_AS(Pinball(0), std::invalid_argument);
  CHECK_THROWS_AS(Pinball(1), std::invalid_argument);
  CHECK_THROWS_AS(Pinball(-0.5), std::invalid_argument);
  CHECK_THROWS_AS(Pinball(std::nan("")), std::invalid_argument);
}

}  // namespace pinball_test
