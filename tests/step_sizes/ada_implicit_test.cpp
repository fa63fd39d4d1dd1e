#include "tacit/step_sizes/ada_implicit.hpp"

#include <catch2/catch.hpp>

#include <cmath>

namespace ada_implicit_test {

using tacit::AdaImplicit;

TEST_CASE("AdaImplicit adds the progress of each round over beta squared") {
  AdaImplicit rule(2);
  CHECK(rule.lambda(0) == 0);
  rule.observe({.loss_before = 3, .loss_after = 1});
  CHECK(rule.lambda(0) == 0.5);  // (3 - 1) / 4
  rule.observe({.loss_before = 4, .loss_after = 1, .divergence = 2, .lambda = 0.5});
  CHECK(rule.lambda(0) == 1);  // + (4 - 1 - 0.5 * 2) / 4
}

TEST_CASE("AdaImplicit at lambda = 0 takes no account of an infinite divergence") {
  AdaImplicit rule(1);
  rule.observe({.loss_before = 2, .loss_after = 1, .divergence = INFINITY, .lambda = 0});
  CHECK(rule.lambda(0) == 1);
}

TEST_CASE("AdaImplicit takes progress below 0, which rounding alone can make, for none") {
  AdaImplicit rule(1);
  rule.observe({.loss_before = 1, .loss_after = 1 + 1e-15});
  CHECK(rule.lambda(0) == 0);
}

TEST_CASE("AdaImplicit can be told to start above 0") {
  AdaImplicit rule(1);
  rule.start_from(0.25);
  CHECK(rule.lambda(0) == 0.25);
  rule.observe({.loss_before = 1});
  CHECK(rule.lambda(0) == 1.25);
}

}  // namespace ada_implicit_test
