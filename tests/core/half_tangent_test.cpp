#include "tacit/core/half_tangent.hpp"

#include <catch2/catch.hpp>

#include <cmath>

#include "cases.hpp"
#include "core/draws.hpp"
#include "core/worst.hpp"
#include "tacit/core/odds.hpp"

namespace half_tangent_test {

using namespace tacit;

namespace {
constexpr long double unit = 0x1p-53L;
}

TEST_CASE("the quotient of the half tangent is the exponential") {
  Draws draws(1);
  Worst worst;
  for (int i = 0; i < random_cases; ++i) {
    const double r = draws.between(-0.9, 0.9);
    const auto [even, odd] = half_tangent(r);
    const long double exact = std::exp(static_cast<long double>(r));
    const long double quotient = (static_cast<long double>(even) + odd) / (static_cast<long double>(even) - odd);
    worst.see(quotient - exact, 5 * unit * exact, "r", r);
  }
  CHECK_WORST(worst);
}

TEST_CASE("a logarithm by its area keeps its digits, also near 0") {
  Draws draws(2);
  Worst worst;
  for (int i = 0; i < random_cases; ++i) {
    const double x = draws.one_in(2) ? draws.between(-1.0 / 3, 1.0 / 3) : draws.of_magnitude(-300, -0.5);
    const long double exact = 2 * std::atanh(static_cast<long double>(x));
    worst.see(log_by_area(x) - exact, 3 * unit * std::abs(exact) + 1e-320L, "x", x);
  }
  CHECK_WORST(worst);
  CHECK(log_by_area(0.0) == 0);
}

TEST_CASE("odds keep their digits in both tails, down to what no normal number holds") {
  Draws draws(3);
  Worst worst;
  for (int i = 0; i < random_cases; ++i) {
    const double q = draws.one_in(2) ? draws.between(-745, 745) : draws.of_magnitude(-20, 1);
    const Odds<double> odds(q);
    const long double wrong = 1 / (1 + std::exp(static_cast<long double>(q)));
    const long double right = 1 / (1 + std::exp(-static_cast<long double>(q)));
    const long double beyond = std::log1p(std::exp(-std::abs(static_cast<long double>(q))));
    worst.see(odds.wrong() - wrong, 4 * unit * wrong + 5e-324L, "wrong at", q);
    if (q > -708) worst.see(odds.right() - right, 4 * unit * right, "right at", q);
    worst.see(odds.beyond_hinge() - beyond, 4 * unit * beyond + 4e-308L, "ln(1 + e^-|q|) at", q);
  }
  CHECK_WORST(worst);
}

TEST_CASE("odds of margins beyond all numbers are 0 and 1") {
  CHECK(Odds<double>(1e308).wrong() == 0);
  CHECK(Odds<double>(1e308).right() == Approx(1).epsilon(1e-15));
  CHECK(Odds<double>(1e308).beyond_hinge() == 0);
  CHECK(Odds<double>(-1e308).wrong() == 1);
  CHECK(Odds<double>(0.0).wrong() == 0.5);
  CHECK(Odds<double>(0.0).beyond_hinge() == 0x1.62e42fefa39efp-1);
}

}  // namespace half_tangent_test
