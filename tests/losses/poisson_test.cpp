#include "tacit/losses/poisson.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>

#include "core/draws.hpp"
#include "core/worst.hpp"

namespace poisson_test {

using namespace tacit;
using Long = long double;

TEST_CASE("Poisson loss is e^p - y p, of which value() leaves out the least, y - y ln y") {
  CHECK(Poisson{}.least(0.0) == 0.0);
  CHECK(Poisson{}.least(1.0) == 1.0);
  CHECK(Poisson{}.least(3.0) == Approx(3 - 3 * std::log(3.0)).epsilon(1e-15));
  CHECK(Poisson{}.value(2.0, 3.0) + Poisson{}.least(3.0) == Approx(std::exp(2.0) - 6).epsilon(1e-14));
  CHECK(Poisson{}.value(0.0, 1.0) == 0.0);
  CHECK(Poisson{}.value(0.0, 3.0) == Approx(1 - (3 - 3 * std::log(3.0))).epsilon(1e-14));
  CHECK(Poisson{}.value(1.0, 1.0) == Approx(std::exp(1.0) - 2).epsilon(1e-14));
  CHECK(Poisson{}.value(-3.0, 0.0) == Approx(std::exp(-3.0)).epsilon(1e-15));
  CHECK(Poisson{}.value(1e-6, 1.0) == Approx(0.5e-12 + 1e-18 / 6 + 1e-24 / 24).epsilon(1e-14));
}

TEST_CASE("Poisson slope is the mean less the label, its curvature the mean") {
  CHECK(Poisson{}.slope(0.0, 3.0) == -2.0);
  CHECK(Poisson{}.slope(0.0, 0.0) == 1.0);
  CHECK(Poisson{}.curvature(0.0, 3.0) == 1.0);
  CHECK(Poisson::mean(0.0) == 1.0);
}

TEST_CASE("Poisson prox solves its equation at points made to measure") {
  // At the point 0 the slope is 1 - y, so z = 0 + (1 - y) m / lambda.
  const auto down = Poisson{}.prox(2.0, 0.5, 0.5, 2.0);
  CHECK(down.point == Approx(0.0).margin(1e-15));
  CHECK(down.multiplier == Approx(1.0).epsilon(1e-15));
  const auto up = Poisson{}.prox(-20.0, 6.0, 0.25, 1.0);
  CHECK(up.point == Approx(0.0).margin(1e-14));
  CHECK(up.multiplier == Approx(-20.0).epsilon(1e-15));
}

TEST_CASE("Poisson prox with lambda = 0 is the logarithm of the label, at minus infinity for 0") {
  CHECK(Poisson{}.prox(9.0, 1.0, 0.0, 4.0).point == 0.0);
  CHECK(Poisson{}.prox(9.0, 1.0, 0.0, 4.0).multiplier == 2.25);
  CHECK(Poisson{}.prox(9.0, 0.0, 0.0, 4.0).point == -HUGE_VAL);
  CHECK(Poisson{}.prox(9.0, 0.0, 0.0, 4.0).multiplier == HUGE_VAL);
  CHECK(Poisson{}.prox(0.0, 1.0, 0.0, 4.0).point == 0.0);
}

TEST_CASE("Poisson prox bears tiny and huge lambda, and huge labels") {
  CHECK(Poisson{}.prox(5.0, 1.0, 1e300, 2.0).point == 5.0);
  CHECK(Poisson{}.prox(5.0, 1.0, 1e-300, 2.0).point == Approx(0.0).margin(1e-15));
  CHECK(Poisson{}.prox(0.0, 1e300, 1e-9, 1e6).point == Approx(300 * std::log(10.0)).epsilon(1e-15));
}

TEST_CASE("Poisson prox bears a quotient of m and lambda beyond numbers") {
  // p + k e^p = z with ln k = 312 ln 10.
  const auto prox = Poisson{}.prox(1.0, 0.0, 1e-300, 1e12);
  CHECK(std::log(1.0 - prox.point) == Approx(prox.point + 312 * std::log(10.0)).epsilon(1e-12));
  CHECK(prox.multiplier == Approx((1.0 - prox.point) / 1e12).epsilon(1e-14));
  CHECK(Poisson{}.prox(1.0, 2.0, 1e-300, 1e12).point == Approx(std::log(2.0)).epsilon(1e-15));
}

TEST_CASE("Poisson prox meets its equation to 1e-12 however wild the numbers") {
  Draws draws(9);
  Worst worst;
  for (int i = 0; i < 100000; ++i) {
    const double z = draws.one_in(3) ? draws.of_magnitude(-12, 6) : draws.between(-40, 40);
    const double y = draws.one_in(5) ? 0 : magnitude(draws.of_magnitude(-12, 9));
    const double lambda = draws.one_in(3) ? magnitude(draws.of_magnitude(-300, 290)) : magnitude(draws.of_magnitude(-8, 8));
    const double m = magnitude(draws.of_magnitude(-12, 12));
    const Prox<double> prox = Poisson{}.prox(z, y, lambda, m);
    REQUIRE((std::isfinite(prox.point) && std::isfinite(prox.multiplier)));
    const Long k = Long{m} / lambda;
    const Long pull = k * std::exp(Long{prox.point});
    const Long residual = prox.point - Long{z} + pull - k * y;
    worst.see(residual / ((1 + pull) * std::max(Long{1}, std::abs(Long{prox.point}))), 1e-12, "z", z, "y", y, "lambda", lambda,
              "m", m);
  }
  CHECK_WORST(worst);
}

TEST_CASE("Poisson conjugate is (s + y) ln((s + y) / y) - s + s ln y") {
  CHECK(Poisson{}.conjugate(0.0, 1.0) == 0.0);
  CHECK(Poisson{}.conjugate(-1.0, 1.0) == 1.0);
  CHECK(Poisson{}.conjugate(1.0, 1.0) == Approx(2 * std::log(2.0) - 1).epsilon(1e-14));
  CHECK(Poisson{}.conjugate(1.0, 0.0) == -1.0);
  CHECK(Poisson{}.conjugate(1e-7, 1.0) == Approx(0.5e-14 - 1e-21 / 6).epsilon(1e-14));  // s^2 / 2 - s^3 / 6
  CHECK(std::isinf(Poisson{}.conjugate(-1.5, 1.0)));
  CHECK(std::isinf(Poisson{}.conjugate(-0.1, 0.0)));
}

TEST_CASE("with Poisson loss, a short way from a large label falls by the slope times the way") {
  CHECK(Poisson{}.fall(0.0, 0.0, 1e17, -0.375) == Approx(0.375e17).epsilon(1e-15));
  // From the minimiser, d: y (e^-d - 1 + d) = y d^2 / 2 below.
  CHECK(Poisson{}.fall(0.0, 0.0, 1.0, 0x1p-30) == Approx(-0x1p-61).epsilon(1e-9));
}

}  // namespace poisson_test
