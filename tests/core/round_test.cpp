#include "tacit/core/round.hpp"

#include <catch2/catch.hpp>

#include <cmath>

namespace round_test {

using namespace tacit;

TEST_CASE("the difference is the fall of the loss less lambda times the divergence") {
  const Round round{.prediction = 0, .loss_before = 3, .loss_after = 1, .divergence = 0.5, .lambda = 2, .squared_gradient = 0};
  CHECK(round.price() == 1.0);
  CHECK(round.difference() == 1.0);
}

TEST_CASE("progress is never negative") {
  CHECK(progress(Round{.delta = -1e-9}) == 0.0);
  CHECK(progress(Round{.delta = 1e-9}) == 1e-9);
}

TEST_CASE("with lambda = 0 the divergence costs nothing, however large") {
  const Round round{
      .prediction = 0, .loss_before = 3, .loss_after = 1, .divergence = HUGE_VAL, .lambda = 0, .squared_gradient = 0};
  CHECK(round.difference() == 2.0);
}

}  // namespace round_test
