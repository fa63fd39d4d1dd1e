#include "tacit/step_sizes/inverse_sqrt.hpp"

#include <catch2/catch.hpp>

namespace inverse_sqrt_test {

using tacit::InverseSqrt;

TEST_CASE("the inverse-sqrt rule gives lambda = sqrt(t) / beta, whatever the rounds did") {
  InverseSqrt rule(2);
  CHECK(rule.lambda(0) == 0.5);
  for (int t = 1; t < 4; ++t) rule.observe({});
  CHECK(rule.lambda(7) == 1);
  for (int t = 4; t < 9; ++t) rule.observe({.loss_before = 1, .squared_gradient = 2});
  CHECK(rule.lambda(0) == 1.5);
}

}  // namespace inverse_sqrt_test
