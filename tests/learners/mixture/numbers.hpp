// The numbers that a part of a mixture keeps, as a state has them.
#pragma once

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <vector>

#include "learners/mixture/given.hpp"
#include "tacit/core/lanes.hpp"
#include "tacit/core/state.hpp"

inline constexpr double unknown_guess = std::numeric_limits<double>::quiet_NaN();
using TwelveInputs = tacit::LanesOf<16, 12>;

// All of them have to be within their limits.
template <class Part>
std::vector<double> numbers_of(Part& part) {
  std::vector<double> numbers;
  part.visit_state([&](double& number, tacit::Limits limits) {
    CAPTURE(numbers.size(), number);
    REQUIRE(std::isfinite(number));
    REQUIRE((number >= limits.low && number <= limits.high));
    numbers.push_back(number);
  });
  return numbers;
}
