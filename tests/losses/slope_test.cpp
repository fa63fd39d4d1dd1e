// Value, slope, curvature and pieces of every loss, tied to its definition and to each other.
#include <catch2/catch.hpp>

#include "cases.hpp"
#include "core/worst.hpp"
#include "losses/edges.hpp"
#include "losses/twins.hpp"

namespace slope_test {

using namespace tacit;
using namespace tacit::twins;

namespace {

constexpr double eps = 0x1p-52;

// How far apart rounding may put two predictions that should be equal.
double rounding(double p, double y) { return 4 * eps * (1 + magnitude(p) + magnitude(y)); }

// 0 where both sides allow it.
double least_magnitude(double left, double right) { return left > 0 ? left : right < 0 ? right : 0.0; }

}  // namespace

TEMPLATE_LIST_TEST_CASE("the value is that of the definition", "[loss]", AllLosses) {
  for_each_twin<TestType>([](const auto& loss, const auto& twin) {
    Draws draws(1);
    Worst worst;
    for (int i = 0; i < random_cases; ++i) {
      const double y = draw_label<TestType>(draws);
      const double p = draw_prediction_for<TestType>(draws, y);
      const Long expected = twin.value(p, y);
      // p - y is rounded before anything else happens, which moves the value by a slope's worth.
      const Long slope = std::max(std::abs(twin.slope(p, y)), std::abs(twin.slope(p + rounding(p, y), y)));
      const Long tolerance = (OfCounts<TestType> ? 16 : 4) * eps * expected + rounding(p, y) * (slope + rounding(p, y));
      worst.see(loss.value(p, y) - expected, tolerance, "p", p, "y", y);
    }
    CHECK_WORST(worst);
  });
}

TEMPLATE_LIST_TEST_CASE("the slope is the derivative of the value", "[loss]", AllLosses) {
  for_each_twin<TestType>([](const auto& loss, const auto&) {
    Draws draws(2);
    Worst worst;
    constexpr double h = 1e-5;
    for (int i = 0; i < random_cases; ++i) {
      const double y = draw_near_label<TestType>(draws);
      const double p = draws.between(-6, 6);
      const double bend = OfCounts<TestType> ? std::exp(p) : 2;
      if (loss.slope(p + h, y) - loss.slope(p - h, y) > 3 * h * bend) continue;  // a kink
      const double derivative = (loss.value(p + h, y) - loss.value(p - h, y)) / (2 * h);
      worst.see(loss.slope(p, y) - derivative, h, "p", p, "y", y);  // a jump of the curvature alone moves it by h / 2
    }
    CHECK_WORST(worst);
  });
}

TEMPLATE_LIST_TEST_CASE("the curvature is the derivative of the slope", "[loss]", AllLosses) {
  if constexpr (Smooth<TestType>) {
    for_each_twin<TestType>([](const auto& loss, const auto&) {
      Draws draws(3);
      Worst worst;
      constexpr double h = 1e-5;
      for (int i = 0; i < random_cases; ++i) {
        const double y = draw_near_label<TestType>(draws);
        const double p = draws.between(-6, 6);
        if (magnitude(loss.curvature(p + h, y) - loss.curvature(p - h, y)) > 0.1) continue;  // a jump
        const double derivative = (loss.slope(p + h, y) - loss.slope(p - h, y)) / (2 * h);
        worst.see(loss.curvature(p, y) - derivative, 1e-9 * (1 + loss.curvature(p, y)), "p", p, "y", y);
      }
      CHECK_WORST(worst);
    });
  } else {
    SUCCEED("a piecewise linear loss has none");
  }
}

TEMPLATE_LIST_TEST_CASE("the slope never falls", "[loss]", AllLosses) {
  for_each_twin<TestType>([](const auto& loss, const auto&) {
    Draws draws(4);
    Worst worst;
    for (int i = 0; i < random_cases; ++i) {
      const double y = draw_label<TestType>(draws);
      const double p = draw_prediction_for<TestType>(draws, y);
      const double q = p + magnitude(draw_prediction(draws, 0.0));
      worst.claim(loss.slope(p, y) <= loss.slope(q, y), "p", p, "q", q, "y", y);
    }
    CHECK_WORST(worst);
  });
}

TEMPLATE_LIST_TEST_CASE("the pieces are the loss, and its slope at a kink is the one of least magnitude", "[loss]", AllLosses) {
  if constexpr (PiecewiseLinear<TestType>) {
    for_each_twin<TestType>([](const auto& loss, const auto&) {
      Draws draws(5);
      Worst worst;
      for (int i = 0; i < random_cases; ++i) {
        const double y = draw_label<TestType>(draws);
        const auto pieces = loss.pieces(y);
        const double p =
            draws.one_in(4) ? pieces.kinks[draws.below(std::size(pieces.kinks))] : draw_prediction_for<TestType>(draws, y);
        std::size_t left = 0;
        std::size_t right = 0;
        double rise = p < pieces.kinks[0] ? (p - pieces.kinks[0]) * pieces.slopes[0] : 0.0;  // from the first kink to p
        for (std::size_t k = 0; k < std::size(pieces.kinks); ++k) {
          left += p > pieces.kinks[k] ? 1 : 0;
          right += p >= pieces.kinks[k] ? 1 : 0;
          if (p > pieces.kinks[k]) rise += (p - pieces.kinks[k]) * (pieces.slopes[k + 1] - (k == 0 ? 0.0 : pieces.slopes[k]));
        }
        worst.claim(loss.slope(p, y) == least_magnitude(pieces.slopes[left], pieces.slopes[right]), "slope at p", p, "y", y);
        worst.see(loss.value(p, y) - loss.value(pieces.kinks[0], y) - rise, rounding(p, y), "value at p", p, "y", y);
      }
      CHECK_WORST(worst);
    });
  } else {
    SUCCEED("not piecewise linear");
  }
}

}  // namespace slope_test
