#include "tacit/losses/logistic.hpp"

#include <catch2/catch.hpp>

#include "cases.hpp"
#include "core/draws.hpp"
#include "core/worst.hpp"
#include "losses/twins.hpp"

namespace logistic_test {

using namespace tacit;

namespace {
constexpr double ln2 = 0.69314718055994530942;
}

TEST_CASE("logistic loss is ln 2 at 0, falls to 0 on the right side and grows like -y p on the wrong one") {
  CHECK(Logistic{}.value(0.0, +1.0) == ln2);
  CHECK(Logistic{}.value(-800.0, +1.0) == 800.0);
  CHECK(Logistic{}.value(-800.0, -1.0) == 0.0);
  CHECK(Logistic{}.value(1.0, -1.0) == Approx(1.3132616875182228).epsilon(1e-15));
}

TEST_CASE("logistic slope is -y / (1 + e^(y p)), with curvature p (1 - p)") {
  CHECK(Logistic{}.slope(0.0, +1.0) == -0.5);
  CHECK(Logistic{}.slope(0.0, -1.0) == +0.5);
  CHECK(Logistic{}.slope(-800.0, +1.0) == -1.0);
  CHECK(Logistic{}.slope(1.0, -1.0) == Approx(0.73105857863000488).epsilon(1e-15));
  CHECK(Logistic{}.curvature(0.0, +1.0) == 0.25);
}

TEST_CASE("logistic prox solves its equation at points made to measure") {
  // y = 1, point ln 3: the slope there is -1/4, so from z = ln 3 - eta m / 4.
  const double ln3 = 1.0986122886681098;
  const auto prox = Logistic{}.prox(ln3 - 2.0, +1.0, 0.5, 4.0);
  CHECK(prox.point == Approx(ln3).epsilon(1e-15));
  CHECK(prox.multiplier == Approx(-0.5).epsilon(1e-15));
  // y = -1, point 0: the slope is 1/2.
  CHECK(Logistic{}.prox(3.0, -1.0, 1.0, 6.0).point == Approx(0.0).margin(1e-15));
  CHECK(Logistic{}.prox(3.0, -1.0, 1.0, 6.0).multiplier == Approx(0.5).epsilon(1e-15));
}

TEST_CASE("logistic prox with lambda = 0 lies at infinity") {
  CHECK(Logistic{}.prox(3.0, +1.0, 0.0, 2.0).point == HUGE_VAL);
  CHECK(Logistic{}.prox(3.0, -1.0, 0.0, 2.0).point == -HUGE_VAL);
  CHECK(Logistic{}.prox(3.0, -1.0, 0.0, 2.0).multiplier == HUGE_VAL);
}

TEST_CASE("logistic prox bears tiny and huge lambda") {
  CHECK(Logistic{}.prox(0.0, +1.0, 1e300, 2.0).multiplier == -0.5e-300);
  // d + ln d = ln(1e300), but for e^-d.
  const double d = Logistic{}.prox(0.0, +1.0, 1e-300, 1.0).point;
  CHECK(d + std::log(d) == Approx(300 * std::log(10.0)).epsilon(1e-15));
}

TEST_CASE("logistic prox keeps its digits when it comes from far on the wrong side") {
  // Newton's method once stopped by the length of its last step relative to the whole way: 5e-5 short of this point.
  const auto prox = Logistic{}.prox(1e8, -1.0, 1e-9, 10.0);
  CHECK(prox.point == Approx(-4.59512).margin(1e-6));
  CHECK(1e-9 * prox.multiplier == Approx(Logistic{}.slope(prox.point, -1.0)).epsilon(1e-8));
}

TEST_CASE("logistic conjugate is the negative entropy") {
  CHECK(Logistic{}.conjugate(-0.5, +1.0) == Approx(-ln2).epsilon(1e-15));
  CHECK(Logistic{}.conjugate(0.0, +1.0) == 0.0);
  CHECK(Logistic{}.conjugate(1.0, -1.0) == 0.0);
  CHECK(std::isinf(Logistic{}.conjugate(0.5, +1.0)));
  CHECK(std::isinf(Logistic{}.conjugate(-1.5, +1.0)));
}

TEST_CASE("logistic value and slope keep their digits in both tails") {
  const twins::Twin<Logistic> twin(0);
  Draws draws(1);
  Worst worst;
  for (int i = 0; i < random_cases; ++i) {
    const double y = draws.sign();
    const double p = draws.one_in(2) ? draws.between(-700, 700) : draws.of_magnitude(-20, 2.8);
    const long double value = twin.value(p, y);
    const long double slope = twin.slope(p, y);
    worst.see(Logistic{}.value(p, y) - value, 1e-15L * value, "value at p", p, "y", y);
    worst.see(Logistic{}.slope(p, y) - slope, 1e-15L * slope, "slope at p", p, "y", y);
  }
  CHECK_WORST(worst);
}

}  // namespace logistic_test
