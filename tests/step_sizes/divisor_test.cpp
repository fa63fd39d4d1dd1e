#include "tacit/step_sizes/divisor.hpp"

#include <catch2/catch.hpp>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "tacit/core/lanes.hpp"

namespace divisor_test {

using namespace tacit;

namespace {

constexpr std::array<double, 9> dividends{0, 1, 3, -7.1, 1e-300, 1e300, 5e-324, std::numeric_limits<double>::max(), INFINITY};

bool same(double a, double b) { return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b); }

}  // namespace

TEST_CASE("a divisor divides as its number does by every power of two") {
  for (int exponent = -1074; exponent <= 1023; ++exponent) {
    const double number = std::ldexp(1.0, exponent);
    const Divisor<double> divisor(number);
    for (const double x : dividends) CHECK(same(x / divisor, x / number));
  }
}

TEST_CASE("a divisor divides as its number does by what has no exact inverse") {
  for (const double number : {3.0, 0.1, 49.0, std::nextafter(1.0, 2.0), 1e-310, 1.5e308}) {
    const Divisor<double> divisor(number);
    for (const double x : dividends) CHECK(same(x / divisor, x / number));
  }
}

TEST_CASE("a divisor of lanes divides as their numbers do also if only some are powers of two") {
  for (const double other : {8.0, 3.0}) {
    const std::array<double, 4> numbers{2, 0.25, other, 0x1p-20};
    const Divisor<BaselineLanes> divisor{BaselineLanes(numbers)};
    for (const double x : dividends) {
      const BaselineLanes quotients = BaselineLanes(x) / divisor;
      for (std::size_t lane = 0; lane < numbers.size(); ++lane) CHECK(same(quotients[lane], x / numbers[lane]));
    }
  }
}

}  // namespace divisor_test
