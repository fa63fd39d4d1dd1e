// The proximal step of every loss, tied to its value and slope.
#include <catch2/catch.hpp>

#include "cases.hpp"
#include "core/worst.hpp"
#include "losses/edges.hpp"
#include "losses/twins.hpp"

namespace prox_test {

using namespace tacit;
using namespace tacit::twins;

namespace {

constexpr double eps = 0x1p-52;

struct Case {
  double z;
  double y;
  double lambda;
  double m;
};

// lambda / m keeps within 1e-300 and 1e300: it has to be a number.
template <class L>
Case draw_case(Draws& draws) {
  static constexpr std::array<double, 4> lambdas{1, 1e-290, 1e290, 0};
  const double y = draw_label<L>(draws);
  const double z = draw_prediction_for<L>(draws, y);
  const double m = magnitude(draws.of_magnitude(-6, 6));
  if (draws.one_in(8)) return {z, y, m, magnitude(draws.of_magnitude(-290, 290))};
  if (draws.one_in(4)) return {z, y, draws.one_of(std::span(lambdas).first(L::has_minimum ? 4 : 3)), m};
  return {z, y, magnitude(draws.of_magnitude(-12, 12)), m};
}

// A few roundings of the numbers that the point is made of.
double rounding(const Case& c, const Prox<double>& prox) {
  return 4 * eps * (magnitude(c.z) + magnitude(c.y) + magnitude(prox.point)) + 1e-300;
}

}  // namespace

TEMPLATE_LIST_TEST_CASE("the prox point is where the multiplier leads", "[loss]", AllLosses) {
  for_each_twin<TestType>([](const auto& loss, const auto&) {
    Draws draws(1);
    Worst worst;
    for (int i = 0; i < random_cases; ++i) {
      const Case c = draw_case<TestType>(draws);
      const Prox<double> prox = loss.prox(c.z, c.y, c.lambda, c.m);
      const Long led_to = c.z - Long{prox.multiplier} * c.m;
      worst.see(prox.point - led_to, rounding(c, prox), "z", c.z, "y", c.y, "lambda", c.lambda, "m", c.m);
    }
    CHECK_WORST(worst);
  });
}

TEMPLATE_LIST_TEST_CASE("lambda times the prox multiplier is a slope at the prox point", "[loss]", AllLosses) {
  for_each_twin<TestType>([](const auto& loss, const auto& twin) {
    Draws draws(2);
    Worst worst;
    for (int i = 0; i < random_cases; ++i) {
      const Case c = draw_case<TestType>(draws);
      const Prox<double> prox = loss.prox(c.z, c.y, c.lambda, c.m);
      const Long held = Long{c.lambda} * prox.multiplier;
      const Long left = twin.slope(prox.point - rounding(c, prox), c.y);
      const Long right = twin.slope(prox.point + rounding(c, prox), c.y);
      const Long outside = std::max({0.0L, left - held, held - right});
      const Long denormal = 1e-300L + c.lambda * 1e-323L * (1 + 1 / Long{c.m});  // of slope, multiplier or way
      worst.see(outside, 8 * eps * std::abs(held) + denormal, "z", c.z, "y", c.y, "lambda", c.lambda, "m", c.m);
    }
    CHECK_WORST(worst);
  });
}

TEMPLATE_LIST_TEST_CASE("the prox is not beaten by its neighbours", "[loss]", AllLosses) {
  for_each_twin<TestType>([](const auto& loss, const auto& twin) {
    Draws draws(3);
    Worst worst;
    for (int i = 0; i < random_cases / 10; ++i) {
      const Case c = draw_case<TestType>(draws);
      const Prox<double> prox = loss.prox(c.z, c.y, c.lambda, c.m);
      const auto objective = [&](Long p) { return twin.value(p, c.y) + c.lambda / (2 * Long{c.m}) * (p - c.z) * (p - c.z); };
      const Long found = objective(prox.point);
      for (const Long distance : {1e-12L, 1e-8L, 1e-4L, 0.1L, 10.0L}) {
        for (const Long sign : {-1.0L, 1.0L}) {
          const Long neighbour = prox.point + sign * distance * (1e-3L + std::abs(Long{prox.point} - c.z));
          // The point is rounded, which costs a slope's worth of value.
          const Long steepness = std::abs(twin.slope(prox.point, c.y)) + std::abs(twin.slope(neighbour, c.y)) +
                                 c.lambda / c.m * std::abs(Long{prox.point} - c.z);
          const Long tolerance = rounding(c, prox) * steepness + 1e-17L * std::abs(found);
          worst.see(std::max(0.0L, found - objective(neighbour)), tolerance, "z", c.z, "y", c.y, "lambda", c.lambda, "m", c.m,
                    "point", prox.point, "neighbour", neighbour);
        }
      }
    }
    CHECK_WORST(worst);
  });
}

TEMPLATE_LIST_TEST_CASE("with lambda = 0 the prox is the nearest minimiser", "[loss]", AllLosses) {
  for_each_twin<TestType>([](const auto& loss, const auto& twin) {
    Draws draws(4);
    Worst worst;
    for (int i = 0; i < random_cases; ++i) {
      Case c = draw_case<TestType>(draws);
      c.lambda = 0;
      const Prox<double> prox = loss.prox(c.z, c.y, c.lambda, c.m);
      if constexpr (OfCounts<TestType>) {
        const double expected = loss.slope(c.z, c.y) == 0 ? c.z : std::log(c.y);
        worst.see(prox.point == expected ? 0.0 : prox.point - expected, rounding(c, prox), "z", c.z, "y", c.y);
      } else if constexpr (TestType::has_minimum) {
        const double away = prox.point < c.z ? 1 : -1;
        const bool stays = prox.point == c.z;
        worst.claim(twin.value(prox.point, c.y) <= rounding(c, prox), "not a minimiser from z", c.z, "y", c.y);
        worst.claim(stays == (loss.slope(c.z, c.y) == 0), "moves or stays wrongly from z", c.z, "y", c.y);
        worst.claim(stays || twin.value(prox.point + away * 2 * rounding(c, prox), c.y) > 0, "not the nearest from z", c.z, "y",
                    c.y);
      } else {
        worst.claim(prox.point == -std::copysign(1.0, loss.slope(c.z, c.y)) * HUGE_VAL, "not at infinity from z", c.z);
      }
    }
    CHECK_WORST(worst);
  });
}

TEMPLATE_LIST_TEST_CASE("with lambda = 1e300 the prox stays put", "[loss]", AllLosses) {
  for_each_twin<TestType>([](const auto& loss, const auto&) {
    Draws draws(5);
    Worst worst;
    for (int i = 0; i < random_cases; ++i) {
      Case c = draw_case<TestType>(draws);
      c.lambda = 1e300;
      c.m = magnitude(draws.of_magnitude(-6, 6));
      const Prox<double> prox = loss.prox(c.z, c.y, c.lambda, c.m);
      worst.see(prox.point - c.z, 1e-285, "z", c.z, "y", c.y);
      worst.see(prox.multiplier - loss.slope(c.z, c.y) / c.lambda, 4 * eps * magnitude(prox.multiplier) + 1e-307, "z", c.z, "y",
                c.y);
    }
    CHECK_WORST(worst);
  });
}

}  // namespace prox_test
