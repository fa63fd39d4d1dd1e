#include "tacit/step_sizes/constant.hpp"

#include <catch2/catch.hpp>

namespace constant_test {

using tacit::Constant;

TEST_CASE("the constant rule gives lambda = 1 / beta in every round") {
  Constant rule(4);
  CHECK(rule.lambda(0) == 0.25);
  rule.observe({.loss_before = 3, .squared_gradient = 9});
  CHECK(rule.lambda(9) == 0.25);
  CHECK(Constant(0.5).lambda(1) == 2);
}

}  // namespace constant_test
