#include "tacit/step_sizes/doubling.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <stdexcept>

namespace doubling_test {

using tacit::Doubling;

TEST_CASE("the doubling rule gives lambda = L sqrt(2^i) / beta") {
  Doubling rule(0.5, 3);
  CHECK(rule.lambda(0) == 6);
  rule.observe({.delta = 100});
  CHECK(rule.epoch() == 1);
  CHECK(rule.lambda(0) == Approx(6 * std::sqrt(2)));
  rule.observe({.delta = 100});
  CHECK(rule.lambda(0) == 12);
}

TEST_CASE("the doubling rule restarts when the progress of an epoch reaches beta L sqrt(2^i), not before") {
  Doubling rule(2, 1);
  rule.observe({.delta = 1.5});
  CHECK_FALSE(rule.restart_due());
  rule.observe({.delta = 0.5});
  CHECK(rule.restart_due());
  rule.observe({.delta = 2.75});  // below 2 sqrt(2): the sum began anew
  CHECK_FALSE(rule.restart_due());
  rule.observe({.delta = 0.25});
  CHECK(rule.restart_due());
  CHECK(rule.epoch() == 2);
}

TEST_CASE("the doubling rule asks for a restart once, not again in the round after it") {
  Doubling rule(1, 1);
  rule.observe({.delta = 1});
  REQUIRE(rule.restart_due());
  rule.observe({});
  CHECK_FALSE(rule.restart_due());
}

TEST_CASE("the doubling rule takes L = 1 unless told otherwise") { CHECK(Doubling(4).lambda(0) == 0.25); }

TEST_CASE("the doubling rule refuses a Lipschitz constant that is not a positive number") {
  for (const double bad : {0.0, -1.0, static_cast<double>(NAN), static_cast<double>(INFINITY)}) {
    CHECK_THROWS_AS(Doubling(1, bad), std::invalid_argument);
  }
}

}  // namespace doubling_test
