#include "tacit/core/number.hpp"

#include <catch2/catch.hpp>

#include <array>
#include <bit>
#include <cstdint>

#include "core/draws.hpp"
#include "tacit/core/lanes.hpp"

namespace number_test {

using namespace tacit;

namespace {
using Lanes = BaselineLanes;
const double not_a_number = std::nan("");
}  // namespace

TEST_CASE("choose takes one side") {
  CHECK(choose(true, 1.0, 2.0) == 1.0);
  CHECK(choose(false, 1.0, 2.0) == 2.0);
}

TEST_CASE("smaller and larger keep the first of equals, and of a NaN") {
  CHECK(smaller(2.0, 1.0) == 1.0);
  CHECK(larger(2.0, 1.0) == 2.0);
  CHECK(std::signbit(smaller(-0.0, 0.0)));
  CHECK(!std::signbit(larger(0.0, -0.0)));
  CHECK(larger(0.0, not_a_number) == 0.0);
  CHECK(std::isnan(larger(not_a_number, 0.0)));
}

TEST_CASE("clamp keeps within its bounds, infinite ones too, and sends NaN to the lower") {
  CHECK(tacit::clamp(3.0, -1.0, 1.0) == 1.0);
  CHECK(tacit::clamp(-3.0, -1.0, 1.0) == -1.0);
  CHECK(tacit::clamp(0.5, -1.0, 1.0) == 0.5);
  CHECK(tacit::clamp(0.5, -HUGE_VAL, HUGE_VAL) == 0.5);
  CHECK(tacit::clamp(not_a_number, -1.0, 1.0) == -1.0);
}

TEST_CASE("each lane is mapped by itself, and everywhere means all of them") {
  CHECK(each_lane([](double x) { return 2 * x; }, 3.0) == 6.0);
  const Lanes counted({0, 1, 2, 3});
  const Lanes doubled = each_lane([](double x) { return 2 * x; }, counted);
  CHECK(doubled[3] == 6.0);
  CHECK(everywhere(true));
  CHECK(everywhere(counted >= 0.0));
  CHECK(!everywhere(counted > 0.0));
}

TEST_CASE("lanes choose, clamp and take magnitudes as scalars do, at signed zeros and NaN too") {
  static constexpr std::array<double, 7> values{0.0, -0.0, 1.0, -1.0, 2.5, HUGE_VAL, -HUGE_VAL};
  const auto same = [](double a, double b) { return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b); };
  Draws draws(1);
  for (int i = 0; i < 2000; ++i) {
    std::array<double, Lanes::count> a{};
    std::array<double, Lanes::count> b{};
    for (double& each : a) each = draws.one_in(7) ? not_a_number : draws.one_of(values);
    for (double& each : b) each = draws.one_in(7) ? not_a_number : draws.one_of(values);
    const Lanes x(a);
    const Lanes y(b);
    const Lanes lower = smaller(x, y);
    const Lanes higher = larger(x, y);
    const Lanes kept = tacit::clamp(x, y, y + 1.0);
    const Lanes sizes = magnitude(x);
    for (std::size_t k = 0; k < Lanes::count; ++k) {
      REQUIRE(same(lower[k], smaller(a[k], b[k])));
      REQUIRE(same(higher[k], larger(a[k], b[k])));
      REQUIRE(same(kept[k], tacit::clamp(a[k], b[k], b[k] + 1.0)));
      REQUIRE(same(sizes[k], magnitude(a[k])));
    }
  }
}

}  // namespace number_test
