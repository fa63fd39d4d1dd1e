#include <rapidcheck.h>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <vector>

#include "tacit/certify/exact_sum.hpp"

namespace enclosure_test {

using namespace tacit;

namespace {

__extension__ using Wide = __int128;

}  // namespace

namespace {
constexpr double infinity = std::numeric_limits<double>::infinity();
}

TEST_CASE("an enclosure knows its width") {
  const Enclosure some{2, 4};
  CHECK(some.width() == 2);
  CHECK(some.relative_width() == 0.5);
  CHECK(some.contains(2));
  CHECK(!some.contains(4.5));
  CHECK(Enclosure{0, 0}.relative_width() == 0);
}

TEST_CASE("a sum keeps what cancellation would lose") {
  ExactSum sum;
  for (const double x : {1e16, 1.0, -1e16}) sum.add(x);
  CHECK(sum.value() == 1);
  CHECK(sum.enclosure().contains(1));
  CHECK(sum.enclosure().width() < 1e-12);
}

TEST_CASE("nothing and zeros add up to zero exactly") {
  ExactSum sum;
  CHECK(sum.enclosure().width() == 0);
  sum.add(0);
  sum.add_product(0, 1e300);
  CHECK(sum.enclosure().width() == 0);
}

TEST_CASE("a sum of products keeps the errors of the products") {
  ExactSum sum;
  const double a = 1 + 0x1p-30;
  sum.add_product(a, a);
  sum.add(-1);
  sum.add(-0x1p-29);
  CHECK(sum.value() == 0x1p-60);
  CHECK(sum.enclosure().contains(0x1p-60));
}

TEST_CASE("a sum that overflows is enclosed by infinities") {
  ExactSum sum;
  sum.add(1e308);
  sum.add(1e308);
  CHECK(sum.enclosure().lower == -infinity);
  CHECK(sum.enclosure().upper == infinity);
  ExactSum product;
  product.add_product(1e200, 1e200);
  CHECK(product.enclosure().upper == infinity);
  ExactSum split;
  split.add_product(1e305, 1e-5);
  CHECK(!(split.enclosure().upper < 1e300));
}

TEST_CASE("a product that underflows is enclosed all the same") {
  ExactSum sum;
  sum.add_product(1e-200, 1e-200);
  CHECK(sum.enclosure().lower < 0);
  CHECK(sum.enclosure().upper > 0);
}

TEST_CASE("integers up to 60 bits are enclosed as 128-bit arithmetic has them") {
  CHECK(rc::check([] {
    const auto numbers = *rc::gen::container<std::vector<std::int32_t>>(rc::gen::arbitrary<std::int32_t>());
    ExactSum sum;
    ExactSum first;
    ExactSum second;
    Wide exact = 0;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      // Both exactly doubles; their product has up to 106 bits.
      const auto a = static_cast<double>(numbers[i]) * 0x1p21 + 1;
      const auto b = static_cast<double>(numbers[numbers.size() - 1 - i]) + 3;
      sum.add_product(a, b);
      (i % 3 == 0 ? first : second).add_product(a, b);
      exact += static_cast<Wide>(a) * static_cast<Wide>(b);
    }
    first.add(second);
    for (const ExactSum* each : {&sum, &first}) {
      const Enclosure found = each->enclosure();
      RC_ASSERT(static_cast<Wide>(std::floor(found.lower)) <= exact);
      RC_ASSERT(exact <= static_cast<Wide>(std::ceil(found.upper)));
      RC_ASSERT(found.relative_width() < 1e-14 || found.width() < 1e-6);
    }
  }));
}

}  // namespace enclosure_test
