#include "tacit/losses/logistic.hpp"

#include <catch2/catch.hpp>

#include <array>
#include <cmath>

#include "cases.hpp"
#include "core/draws.hpp"
#include "core/worst.hpp"
#include "losses/twins.hpp"
#include "tacit/losses/surrogate.hpp"

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

namespace {

// The way d of  ln d + ln(1 + e^(q + d)) = ln far,  which rises: by halves of ln d, then Newton's method.
long double way_by_halves(long double q, long double far) {
  const auto excess = [&](long double d) {
    const long double end = q + d;
    return std::log(d) + (end > 0 ? end + std::log1p(std::exp(-end)) : std::log1p(std::exp(end))) - std::log(far);
  };
  long double low = -1500;
  long double high = 800;
  for (int i = 0; i < 64; ++i) {
    const long double middle = (low + high) / 2;
    (excess(std::exp(middle)) > 0 ? high : low) = middle;
  }
  long double d = std::exp(low);
  for (int i = 0; i < 6; ++i) d -= excess(d) / (1 / d + 1 / (1 + std::exp(-(q + d))));
  return d;
}

struct Way {
  double q;
  double far;
};

// Ordinary ones, long and short ones, and those about which the way changes (s = 1/2, a way of 1/2).
Way draw_way(Draws& draws) {
  if (draws.one_in(4)) return {draws.between(-600, 600), std::exp2(draws.between(-300, 300))};
  const double q = draws.between(-15, 15);
  if (draws.one_in(4)) return {q, 0.5 * (1 + std::exp(q)) * (1 + draws.between(-1e-3, 1e-3))};
  return {q, std::exp2(draws.between(-14, 9))};
}

}  // namespace

TEST_CASE("logistic prox goes the right way to a few units in the last place, however it is found") {
  Draws draws(7);
  Worst worst;
  for (int i = 0; i < random_cases / 4; ++i) {
    const auto [q, far] = draw_way(draws);
    const auto prox = Logistic{}.prox(q, +1.0, 1.0, far);
    const long double way = way_by_halves(q, far);
    worst.see(-static_cast<long double>(prox.multiplier) * far - way, 10 * 0x1p-52L * way + 1e-300L, "q", q, "far", far);
  }
  CHECK_WORST(worst);
}

TEST_CASE("logistic prox goes farther when the way is cheaper and the margin smaller, up to rounding") {
  Draws draws(8);
  for (int i = 0; i < 20000; ++i) {
    const auto [q, far] = draw_way(draws);
    const double rounding = 1 + 1e-14;
    const double by = draws.one_in(2) ? 1e-12 : 1e-3;
    const double d = -Logistic{}.prox(q, +1.0, 1.0, far).multiplier * far;
    CAPTURE(q, far, d);
    const double longer = far * (1 + by);
    CHECK(-Logistic{}.prox(q, +1.0, 1.0, longer).multiplier * longer * rounding >= d);
    CHECK(-Logistic{}.prox(q - by, +1.0, 1.0, far).multiplier * far * rounding >= d);
  }
}

TEST_CASE("logistic prox stands margins and prices of any size") {
  constexpr std::array<double, 7> margins{0, 1, 750, 1e5, 1e100, 1e300, 1e308};
  constexpr std::array<double, 8> prices{0, 1e-308, 1e-300, 1e-9, 1, 1e9, 1e300, 1e308};
  for (const double size : margins) {
    for (const double q : {size, -size}) {
      double last = HUGE_VAL;
      for (const double lambda : prices) {
        const auto prox = Logistic{}.prox(q, +1.0, lambda, 1.0);
        CAPTURE(q, lambda, prox.point, prox.multiplier);
        CHECK(prox.multiplier <= 0);
        CHECK(prox.point >= q);
        CHECK(-prox.multiplier <= last);
        if (lambda > 0) CHECK(lambda * -prox.multiplier <= 1);
        last = -prox.multiplier;
      }
    }
  }
}

TEST_CASE("logistic fall keeps its digits along short and long ways") {
  Draws draws(9);
  Worst worst;
  for (int i = 0; i < random_cases / 4; ++i) {
    const double q = draws.one_in(3) ? draws.between(-300, 300) : draws.between(-12, 12);
    const double way = std::exp2(draws.between(-30, 8));
    // -ln(1 - c (1 - e^-way)), and -ln(b + c e^-way) where that is far from 0.
    const long double wrong = 1 / (1 + std::exp(static_cast<long double>(q)));
    const long double right = 1 / (1 + std::exp(-static_cast<long double>(q)));
    const long double part = -wrong * std::expm1(-static_cast<long double>(way));
    const long double fall =
        part < 0.5L ? -std::log1p(-part) : -std::log(right + wrong * std::exp(-static_cast<long double>(way)));
    worst.see(Logistic{}.fall(q, q + way, +1.0, -way) - fall, 5 * 0x1p-52L * fall, "q", q, "way", way);
  }
  CHECK_WORST(worst);
}

TEST_CASE("the loss after a logistic step is its value there") {
  Draws draws(10);
  Worst worst;
  for (int i = 0; i < random_cases / 4; ++i) {
    const auto [q, far] = draw_way(draws);
    if (magnitude(q) > 300) continue;
    const WeightedLoss<Logistic> loss{Logistic{}, +1.0, 1};
    const auto prox = loss.prox(q, 1.0, far);
    const double before = loss.value(q);
    const double after = loss.value_after(before, loss.fall(q, prox.point, prox.multiplier * far), prox.point);
    const long double value = twins::Twin<Logistic>(0).value(prox.point, 1);
    const long double rounding = 2 * 0x1p-52L * std::abs(prox.point) / (1 + std::exp(static_cast<long double>(prox.point)));
    worst.see(after - value, 8 * 0x1p-52L * value + rounding, "q", q, "far", far);
  }
  CHECK_WORST(worst);
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
