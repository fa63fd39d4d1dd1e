#include "tacit/step_sizes/gradient_norm.hpp"

#include <catch2/catch.hpp>

namespace gradient_norm_test {

using tacit::GradientNorm;

TEST_CASE("the gradient-norm rule counts the subgradient of the coming round") {
  GradientNorm rule(2);
  CHECK(rule.lambda(9) == 1.5);  // sqrt(9) / 2
  rule.observe({.squared_gradient = 9});
  CHECK(rule.lambda(16) == 2.5);  // sqrt(9 + 16) / 2
  rule.observe({.squared_gradient = 16});
  CHECK(rule.lambda(0) == 2.5);
}

TEST_CASE("the gradient-norm rule stays at lambda = 0 while every subgradient is 0") {
  GradientNorm rule(2);
  rule.observe({.loss_before = 1, .squared_gradient = 0});
  CHECK(rule.lambda(0) == 0);
}

}  // namespace gradient_norm_test
