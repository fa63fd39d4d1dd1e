// A step-size rule says lambda_t = 1/eta_t before a round and sees the Round after it.
#pragma once

#include <concepts>
#include <string_view>

#include "tacit/core/round.hpp"
#include "tacit/core/state.hpp"

namespace tacit {

// lambda(g) is that of the coming round, whose subgradient has the squared norm g; most rules do not look at it.
// visit_state(visitor) calls visitor(name, number, limits) for each number that changes from round to round.
// S::Number is what it computes with; S::For<R> the same rule for other numbers.
template <class S>
concept StepSize = requires(S rule, const S seen, const RoundOf<typename S::Number>& round, typename S::Number squared_gradient) {
  { S::name } -> std::convertible_to<std::string_view>;
  { S::formula } -> std::convertible_to<std::string_view>;
  { seen.lambda(squared_gradient) } -> std::same_as<typename S::Number>;
  rule.observe(round);
  rule.visit_state([](std::string_view, auto&, Limits) {});
};

// A rule that may begin with lambda = 0 can be told to begin higher, where nothing minimises the loss alone.
template <class S>
concept StartsAtZero = requires(S rule, double lambda) {
  rule.start_from(lambda);
};

// A rule that now and then sends the learner back to x_1.
template <class S>
concept Restarting = requires(const S rule) {
  rule.restart_due();
};

}  // namespace tacit
