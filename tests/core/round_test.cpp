#include "tacit/core/round.hpp"

#include <catch2/catch.hpp>

#include <cmath>

namespace round_test {

using namespace tacit;

TEST_CASE("progress is the fall of the loss less lambda times the divergence") {
  const Round round{.prediction = 0, .loss_before = 3, .loss_after = 1, .divergence = 0.5, .lambda = 2, .squared_gradient = 0};
  CHECK(round.delta() == 1.0);
  CHECK(progress(round) == 1.0);
}

TEST_CASE("progress is never negative") {
  const Round round{.prediction = 0, .loss_before = 1, .loss_after = 1, .divergence = 1e-9, .lambda = 1, .squared_gradient = 0};
  CHECK(round.delta() == -1e-9);
  CHECK(progress(round) == 0.0);
}

TEST_CASE("with lambda = 0 the divergence costs nothing, however large") {
  const Round round{
      .prediction = 0, .loss_before = 3, .loss_after = 1, .divergence = HUGE_VAL, .lambda = 0, .squared_gradient = 0};
  CHECK(round.delta() == 2.0);
}

}  // namespace round_test
