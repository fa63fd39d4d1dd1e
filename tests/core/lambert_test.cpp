#include "tacit/core/lambert.hpp"

#include <catch2/catch.hpp>

#include <array>
#include <bit>
#include <cmath>

#include "cases.hpp"
#include "core/draws.hpp"
#include "core/ulps.hpp"
#include "core/worst.hpp"
#include "tacit/core/lambert_ratio.hpp"
#include "tacit/core/lanes.hpp"

namespace lambert_test {

using namespace tacit;

namespace {

// Newton's method in long double, which has digits to spare.
long double slow(double t, double start) {
  long double w = start;
  for (int i = 0; i < 6; ++i) {
    if (t < 1) {
      const long double x = std::exp(static_cast<long double>(t) - w);
      w -= (w - x) / (1 + x);
    } else {
      w += w * ((t - w) - std::log(w)) / (1 + w);
    }
  }
  return w;
}

double draw(Draws& draws) {
  const double kind = draws.between(0, 3);
  if (kind < 1) return draws.between(-700, 700);
  return kind < 2 ? draws.between(-3, 6) : magnitude(draws.of_magnitude(0, 300));
}

}  // namespace

TEST_CASE("Lambert's function of a logarithm at points made to measure") {
  CHECK(lambert_of_log(1.0) == 1.0);                                                   // 1 + ln 1
  CHECK(lambert_of_log(0.0) == Approx(0.567143290409783872999968662).epsilon(1e-15));  // the omega constant
  CHECK(lambert_of_log(2 + std::log(2.0)) == Approx(2).epsilon(1e-15));
  CHECK(lambert_of_log(1000 + std::log(1000.0)) == Approx(1000).epsilon(1e-15));
  CHECK(lambert_of_log(1e300) == 1e300);
  CHECK(lambert_of_log(-700.0) == exponential(-700.0));
  CHECK(lambert_of_log(-800.0) == 0.0);
}

TEST_CASE("Lambert's function of a logarithm is right to six units in the last place from -700 to 1e300") {
  Draws draws(1);
  Worst worst;
  for (int i = 0; i < random_cases; ++i) {
    const double t = draw(draws);
    const double w = lambert_of_log(t);
    worst.see(ulps(w, slow(t, w)), 6.0, "t", t);
  }
  for (const double t : {std::nextafter(1.0, 0.0), 1.0, std::nextafter(1.0, 2.0)})
    worst.see(ulps(lambert_of_log(t), slow(t, 1)), 4.0, "t", t);
  CHECK_WORST(worst);
}

TEST_CASE("Lambert's function over its argument is right to five units in the last place up to e, and to 1e-8 up to 2 e") {
  CHECK(lambert::ratio(0.0) == 1.0);
  CHECK(lambert::ratio(1e-300) == 1.0);
  CHECK(lambert::ratio(std::exp(1.0)) == Approx(std::exp(-1.0)).epsilon(1e-15));
  Draws draws(3);
  Worst worst;
  for (int i = 0; i < random_cases; ++i) {
    const double x = i % 2 == 0 ? draws.between(0, std::exp(1.0)) : std::exp(draws.between(-40, 1));
    const double ratio = lambert::ratio(x);
    long double w = static_cast<long double>(x) * ratio;
    for (int step = 0; step < 4; ++step) w -= (w - x * std::exp(-w)) / (1 + w);  // Newton's method
    worst.see(ulps(ratio, w / x), 5.0, "x", x);
  }
  CHECK_WORST(worst);
  for (const double w : {1.0, 1.2, 1.3}) CHECK(lambert::ratio(w * std::exp(w)) == Approx(std::exp(-w)).epsilon(1e-8));
}

TEST_CASE("Lambert's function of a logarithm has the same bits in lanes") {
  using Lanes = BaselineLanes;
  Draws draws(2);
  Worst worst;
  for (int i = 0; i < random_cases / 4; ++i) {
    std::array<double, Lanes::count> t{};
    for (double& each : t) each = draw(draws);
    const Lanes all = lambert_of_log(Lanes(t));
    for (std::size_t k = 0; k < t.size(); ++k)
      worst.claim(std::bit_cast<std::uint64_t>(all[k]) == std::bit_cast<std::uint64_t>(lambert_of_log(t[k])), "t", t[k]);
  }
  CHECK_WORST(worst);
}

}  // namespace lambert_test
