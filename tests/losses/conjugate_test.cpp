// The convex conjugate of every loss: sup_p s p - value(p, y).
#include <catch2/catch.hpp>

#include "cases.hpp"
#include "core/worst.hpp"
#include "losses/edges.hpp"
#include "losses/twins.hpp"

namespace conjugate_test {

using namespace tacit;
using namespace tacit::twins;

namespace {

// Where the minimum lies.
template <class L>
Long place(double y) {
  return OfCounts<L> && y > 0 ? std::log(Long{y}) : Long{y};
}

constexpr double infinity = std::numeric_limits<double>::infinity();

// The greatest value of a concave function between two points, by halving the interval at the sign of its slope.
template <class Function, class Slope>
Long greatest(Function f, Slope slope, Long low, Long high) {
  for (int i = 0; i < 200; ++i) (slope((low + high) / 2) > 0 ? low : high) = (low + high) / 2;
  return std::max(f(low), f(high));
}

}  // namespace

TEMPLATE_LIST_TEST_CASE("Fenchel and Young: value + conjugate is at least s p", "[loss]", AllLosses) {
  for_each_twin<TestType>([](const auto& loss, const auto& twin) {
    Draws draws(1);
    Worst worst;
    for (int i = 0; i < random_cases; ++i) {
      const double y = draw_label<TestType>(draws);
      const double p = draw_prediction_for<TestType>(draws, y);
      const double s = draws.one_in(2) ? loss.slope(draw_prediction_for<TestType>(draws, y), y) : draws.between(-2, 2);
      const Long gap = twin.value(p, y) + loss.conjugate(s, y) - Long{s} * p;
      const Long size = std::abs(Long{s} * p) + twin.value(p, y) + std::abs(Long{s} * place<TestType>(y)) + 1;
      worst.see(std::min(0.0L, gap), 1e-15L * size, "p", p, "y", y, "s", s);
    }
    CHECK_WORST(worst);
  });
}

TEMPLATE_LIST_TEST_CASE("Fenchel and Young: with equality at the slope", "[loss]", AllLosses) {
  for_each_twin<TestType>([](const auto& loss, const auto& twin) {
    Draws draws(2);
    Worst worst;
    for (int i = 0; i < random_cases; ++i) {
      const double y = draw_label<TestType>(draws);
      const double p = draw_prediction_for<TestType>(draws, y);
      const double s = loss.slope(p, y);
      const Long gap = twin.value(p, y) + loss.conjugate(s, y) - Long{s} * p;
      const Long size = std::abs(Long{s} * p) + twin.value(p, y) + std::abs(Long{s} * place<TestType>(y)) + 1;
      worst.see(gap, 1e-15L * size, "p", p, "y", y, "s", s);
    }
    CHECK_WORST(worst);
  });
}

TEMPLATE_LIST_TEST_CASE("the conjugate is the supremum", "[loss]", AllLosses) {
  for_each_twin<TestType>([](const auto& loss, const auto& twin) {
    Draws draws(3);
    Worst worst;
    for (int i = 0; i < random_cases / 10; ++i) {
      const double y = draw_near_label<TestType>(draws);
      const double s = draws.one_in(8) ? draws.of_magnitude(-3, 3) : draws.between(-1, 1);
      const double conjugate = loss.conjugate(s, y);
      const auto gain = [&](Long p) { return s * p - twin.value(p, y); };
      if (conjugate < infinity) {
        const Long found = greatest(
            gain, [&](Long p) { return s - twin.slope(p, y); }, -1e6L, 1e6L);
        worst.see(conjugate - found, 1e-15L * (1 + std::abs(found) + std::abs(Long{s} * place<TestType>(y))), "y", y, "s", s);
      } else {
        // Beyond every bound: in the direction of s - slope, doubling p goes on adding.
        const Long growth = std::fmax(gain(2e9L) - gain(1e9L), gain(-2e9L) - gain(-1e9L));
        worst.claim(growth > 1, "y", y, "s", s, "growth", growth);
      }
    }
    CHECK_WORST(worst);
  });
}

}  // namespace conjugate_test
