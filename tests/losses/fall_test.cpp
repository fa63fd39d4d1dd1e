// How much a loss falls along a change of the prediction: the difference of its values where that has digits, and more digits
// where it has none. tests/golden/large_labels_test.cpp compares with decimal arithmetic.
#include <catch2/catch.hpp>

#include <cmath>

#include "core/draws.hpp"
#include "losses/edges.hpp"
#include "tacit/core/lanes.hpp"
#include "tacit/losses/all.hpp"

namespace fall_test {

using namespace tacit;

TEMPLATE_LIST_TEST_CASE("every loss tells its fall, also past its minimisers", "[loss]", AllLosses) {
  static_assert(HasFall<TestType, double> && HasFall<TestType, LanesOf<16, 4>>);
  const TestType loss{};
  Draws draws(5);
  for (int i = 0; i < 20000; ++i) {
    const double y = draw_near_label<TestType>(draws);
    const double before = draws.between(-4, 4);
    const double slope = loss.slope(before, y);
    if (slope == 0) continue;
    const double change = (slope > 0 ? 1 : -1) * std::exp2(draws.between(-12, 4));
    const double after = before - change;
    CAPTURE(TestType::name, before, y, change);
    const double fall = loss.fall(before, after, y, change);
    const double lost = 1e-15 * (loss.value(before, y) + loss.value(after, y));
    CHECK(fall == Approx(loss.value(before, y) - loss.value(after, y)).epsilon(1e-12).margin(1e-14 + lost));
  }
}

TEST_CASE("a short way from a large label falls by the slope times the way") {
  const double y = 1e17;
  CHECK(Absolute{}.fall(0.0, 0.0, y, -0.375) == 0.375);
  CHECK(Square{}.fall(0.0, 0.0, y, -0.375) == 0.375e17);
  CHECK(Huber{2}.fall(0.0, 0.0, y, -0.375) == 0.75);
  CHECK(Pinball{0.75}.fall(0.0, 0.0, y, -0.5) == 0.375);
  CHECK(Pinball{0.75}.fall(0.0, 0.0, -y, 0.5) == 0.125);
  CHECK(EpsilonInsensitive{0.5}.fall(0.0, 0.0, y, -0.375) == 0.375);
  CHECK(Hinge{}.fall(-y, -y, 1.0, -0.375) == 0.375);
  CHECK(Logistic{}.fall(-y, -y, 1.0, -0.375) == Approx(0.375).epsilon(1e-15));
  CHECK(Logistic{}.fall(-y, -y, 1.0, -375.0) == 375);
  // ln(1 + e^-40) - ln(1 + e^-(40 + d)), d = 2^-20, is e^-40 (1 - e^-d) but for e^-80.
  CHECK(Logistic{}.fall(40.0, 40.0 + 0x1p-20, 1.0, -0x1p-20) == Approx(std::exp(-40.0) * -std::expm1(-0x1p-20)).epsilon(1e-14));
}

}  // namespace fall_test
