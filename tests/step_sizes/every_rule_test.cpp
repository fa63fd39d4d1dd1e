// What every step-size rule shares: it refuses a bad beta, and its visited numbers are all of its state.
#include <catch2/catch.hpp>

#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

#include "tacit/step_sizes/all.hpp"

namespace every_rule_test {

using namespace tacit;

namespace {

// A round such as a learner might report.
Round some_round(int t) {
  Round round{
      .loss_before = 1 + 0.5 * t, .loss_after = 0.25 * t, .divergence = 0.125, .lambda = 0.5, .squared_gradient = 1.0 + t};
  round.delta = round.difference();
  return round;
}

template <class Rule>
std::vector<double> numbers_of(Rule& rule) {
  std::vector<double> numbers;
  rule.visit_state([&](std::string_view, auto& number, Limits) { numbers.push_back(static_cast<double>(number)); });
  return numbers;
}

}  // namespace

TEMPLATE_LIST_TEST_CASE("a step-size rule refuses a beta that is not a positive number within range", "[step_sizes]",
                        AllStepSizes) {
  for (const double bad : {0.0, -0.0, -1.0, 1e-160, 1e160, static_cast<double>(NAN), static_cast<double>(INFINITY)}) {
    CHECK_THROWS_AS(TestType(bad), std::invalid_argument);
  }
  for (const double good : {1e-150, 1.0, 1e150}) CHECK_NOTHROW(TestType(good));
}

TEMPLATE_LIST_TEST_CASE("a step-size rule goes on from its visited numbers as if it had never stopped", "[step_sizes]",
                        AllStepSizes) {
  TestType rule(0.75);
  for (int t = 0; t < 10; ++t) rule.observe(some_round(t));
  const auto saved = numbers_of(rule);

  TestType other(0.75);
  std::size_t next = 0;
  other.visit_state([&](std::string_view, auto& number, Limits) { number = saved.at(next++); });
  for (int t = 10; t < 20; ++t) {
    CHECK(other.lambda(2) == rule.lambda(2));
    rule.observe(some_round(t));
    other.observe(some_round(t));
    if constexpr (Restarting<TestType>) CHECK(other.restart_due() == rule.restart_due());
  }
  CHECK(numbers_of(other) == numbers_of(rule));
}

TEMPLATE_LIST_TEST_CASE("a step-size rule names each of its visited numbers once", "[step_sizes]", AllStepSizes) {
  TestType rule(1);
  std::vector<std::string> names;
  rule.visit_state([&](std::string_view name, auto&, Limits) { names.emplace_back(name); });
  for (std::size_t i = 0; i < names.size(); ++i) {
    CHECK_FALSE(names[i].empty());
    for (std::size_t k = 0; k < i; ++k) CHECK(names[i] != names[k]);
  }
}

TEMPLATE_LIST_TEST_CASE("lambda never falls from round to round", "[step_sizes]", AllStepSizes) {
  TestType rule(0.3);
  double last = rule.lambda(0);
  for (int t = 0; t < 100; ++t) {
    rule.observe(some_round(t));
    CHECK(rule.lambda(0) >= last);
    last = rule.lambda(0);
  }
}

}  // namespace every_rule_test
