#include "tacit/core/lanes.hpp"

#include <catch2/catch.hpp>

#include <bit>
#include <cmath>
#include <cstdint>

#include "tacit/core/number.hpp"

namespace lanes_test {

using namespace tacit;

namespace {

using Few = LanesOf<16, 4, 8>;

bool same(double a, double b) { return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b); }

}  // namespace

TEST_CASE("the lesser and the greater of lanes are those of numbers with NaN and both zeros too", "[lanes]") {
  constexpr std::array<double, 6> edges{0, -0.0, 1, -INFINITY, INFINITY, NAN};
  for (const double a : edges) {
    for (const double b : edges) {
      CHECK(same(smaller(BaselineLanes(a), BaselineLanes(b))[1], smaller(a, b)));
      CHECK(same(larger(BaselineLanes(a), BaselineLanes(b))[1], larger(a, b)));
    }
  }
}

TEST_CASE("few lanes may lie as far apart as many", "[lanes]") {
  static_assert(Few::count == 4 && sizeof(Few) == sizeof(LanesOf<16, 8>) && sizeof(Avx2FewLanes) == sizeof(Avx2Lanes));
  Few numbers(2.0);
  numbers.set(3, 5);
  const Few squares = numbers * numbers;
  CHECK(squares[0] == 4);
  CHECK(squares[3] == 25);
  CHECK(total(squares) == 37);
  CHECK(greatest(squares) == 25);
  CHECK(somewhere(squares > 20.0));
  CHECK(!everywhere(squares > 20.0));
  CHECK(everywhere(squares > 3.0));
}

}  // namespace lanes_test
