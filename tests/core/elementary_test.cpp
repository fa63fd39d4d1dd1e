#include "tacit/core/elementary.hpp"

#include <catch2/catch.hpp>

#include <array>

#include "cases.hpp"
#include "core/draws.hpp"
#include "core/ulps.hpp"
#include "core/worst.hpp"
#include "tacit/core/lanes.hpp"

namespace elementary_test {

using namespace tacit;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double smallest = std::numeric_limits<double>::denorm_min();
constexpr double largest = std::numeric_limits<double>::max();
constexpr double two_ulps = 2;

template <class Function>
bool lanes_agree(Function f, Draws& draws, double low, double high) {
  using Lanes = BaselineLanes;
  std::array<double, Lanes::count> x{};
  for (double& each : x) each = draws.one_in(8) ? not_a_number : draws.between(low, high);
  const Lanes all = f(Lanes(x));
  for (std::size_t k = 0; k < x.size(); ++k) {
    const double one = f(x[k]);
    if (std::bit_cast<std::uint64_t>(one) != std::bit_cast<std::uint64_t>(all[k])) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("the exponential is right to two units in the last place, down to the denormals") {
  Draws draws(1);
  Worst worst;
  for (int i = 0; i < random_cases; ++i) {
    const double x = draws.one_in(2) ? draws.between(-750, 712) : draws.of_magnitude(-20, 2.8);
    worst.see(ulps(exponential(x), std::exp(static_cast<long double>(x))), two_ulps, "x", x);
  }
  CHECK_WORST(worst);
}

TEST_CASE("the exponential underflows to 0 and overflows to infinity") {
  CHECK(exponential(0.0) == 1.0);
  CHECK(exponential(-0.0) == 1.0);
  CHECK(exponential(smallest) == 1.0);
  CHECK(exponential(-745.0) == smallest);
  CHECK(exponential(-746.0) == 0.0);
  CHECK(exponential(-1e300) == 0.0);
  CHECK(exponential(-infinity) == 0.0);
  CHECK(exponential(709.7) < infinity);
  CHECK(exponential(709.8) == infinity);
  CHECK(exponential(infinity) == infinity);
  CHECK(exponential(not_a_number) == 0.0);  // defined, so that a run with a broken feature ends with a number and not with a trap
}

TEST_CASE("e^x - 1 is right to two units in the last place, near 0 and far") {
  Draws draws(2);
  Worst worst;
  for (int i = 0; i < random_cases; ++i) {
    const double x = draws.one_in(3)   ? draws.between(-40, 40)
                     : draws.one_in(2) ? draws.between(-1, 1)
                                       : draws.of_magnitude(-300, 2);
    worst.see(ulps(exponential_minus_one(x), std::expm1(static_cast<long double>(x))), two_ulps, "x", x);
  }
  CHECK_WORST(worst);
  CHECK(exponential_minus_one(0.0) == 0.0);
  CHECK(exponential_minus_one(smallest) == smallest);
  CHECK(exponential_minus_one(-800.0) == -1.0);
  CHECK(exponential_minus_one(800.0) == infinity);
}

TEST_CASE("log(1 + x) is right to two units in the last place between 0 and 1") {
  Draws draws(3);
  Worst worst;
  for (int i = 0; i < random_cases; ++i) {
    const double x = draws.one_in(2) ? draws.between(0, 1) : magnitude(draws.of_magnitude(-307, 0));
    worst.see(ulps(log_one_plus(x), std::log1p(static_cast<long double>(x))), two_ulps, "x", x);
  }
  CHECK_WORST(worst);
  CHECK(log_one_plus(0.0) == 0.0);
  CHECK(log_one_plus(smallest) == smallest);
  CHECK(log_one_plus(1.0) == 0.69314718055994530942);
  CHECK(std::isnan(log_one_plus(not_a_number)));
}

TEST_CASE("the logarithm is right to two units in the last place, around 1 and among the denormals") {
  Draws draws(4);
  Worst worst;
  for (int i = 0; i < random_cases; ++i) {
    const double x = draws.one_in(3)   ? 1 + draws.of_magnitude(-16, -0.5)
                     : draws.one_in(2) ? magnitude(draws.of_magnitude(-323, 308))
                                       : draws.between(0.5, 2);
    worst.see(ulps(logarithm(x), std::log(static_cast<long double>(x))), two_ulps, "x", x);
  }
  CHECK_WORST(worst);
}

TEST_CASE("the logarithm at its edges") {
  CHECK(logarithm(1.0) == 0.0);
  CHECK(logarithm(0.0) == -infinity);
  CHECK(logarithm(infinity) == infinity);
  CHECK(logarithm(smallest) == std::log(smallest));
  CHECK(logarithm(largest) == std::log(largest));
  CHECK(std::isnan(logarithm(not_a_number)));
}

TEST_CASE("the sine is right to two units in the last place up to a quarter of pi") {
  Draws draws(5);
  Worst worst;
  for (int i = 0; i < random_cases; ++i) {
    const double x = draws.one_in(2) ? draws.between(-0.7853981633974483, 0.7853981633974483) : draws.of_magnitude(-300, -0.2);
    worst.see(ulps(sine(x), std::sin(static_cast<long double>(x))), two_ulps, "x", x);
  }
  CHECK_WORST(worst);
  CHECK(sine(0.0) == 0.0);
  CHECK(std::isnan(sine(not_a_number)));
}

TEST_CASE("powers of two are exact") {
  CHECK(power_of_two(0.0) == 1.0);
  CHECK(power_of_two(-1022.0) == std::numeric_limits<double>::min());
  CHECK(power_of_two(1023.0) == 0x1p1023);
}

TEST_CASE("exponentials and logarithms of lanes equal those of scalars bit for bit, NaN among them") {
  Draws draws(6);
  Worst worst;
  for (int i = 0; i < random_cases / 8; ++i) {
    worst.claim(lanes_agree([](auto x) { return exponential(x); }, draws, -760, 720), "exponential");
    worst.claim(lanes_agree([](auto x) { return exponential_minus_one(x); }, draws, -1, 1), "exponential_minus_one");
    worst.claim(lanes_agree([](auto x) { return log_one_plus(x); }, draws, 0, 1), "log_one_plus");
    worst.claim(lanes_agree([](auto x) { return logarithm(x); }, draws, 0, 3), "logarithm");
  }
  CHECK_WORST(worst);
}

}  // namespace elementary_test
