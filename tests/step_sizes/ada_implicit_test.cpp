#include "tacit/step_sizes/ada_implicit.hpp"

#include <catch2/catch.hpp>

namespace ada_implicit_test {

using tacit::AdaImplicit;

TEST_CASE("AdaImplicit adds the progress of each round over beta squared") {
  AdaImplicit rule(2);
  CHECK(rule.lambda(0) == 0);
  rule.observe({.delta = 2});
  CHECK(rule.lambda(0) == 0.5);
  rule.observe({.delta = 2});
  CHECK(rule.lambda(0) == 1);
}

TEST_CASE("AdaImplicit goes by the progress of a round, which its losses may be too large to show") {
  AdaImplicit rule(1);
  rule.observe({.loss_before = 1e20, .loss_after = 1e20, .delta = 1});
  CHECK(rule.lambda(0) == 1);
}

TEST_CASE("AdaImplicit takes progress below 0, which rounding alone can make, for none") {
  AdaImplicit rule(1);
  rule.observe({.delta = -1e-15});
  CHECK(rule.lambda(0) == 0);
}

TEST_CASE("AdaImplicit can be told to start above 0") {
  AdaImplicit rule(1);
  rule.start_from(0.25);
  CHECK(rule.lambda(0) == 0.25);
  rule.observe({.delta = 1});
  CHECK(rule.lambda(0) == 1.25);
}

}  // namespace ada_implicit_test
