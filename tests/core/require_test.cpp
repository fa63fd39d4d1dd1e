#include "tacit/core/require.hpp"

#include <catch2/catch.hpp>

namespace require_test {

using namespace tacit;

TEST_CASE("require says what was wrong") {
  CHECK_NOTHROW(require(true, "unseen"));
  CHECK_THROWS_WITH(require(false, "the radius must be positive"), "the radius must be positive");
  CHECK_THROWS_AS(require(false, "seen"), std::invalid_argument);
}

TEST_CASE("beta is a positive number whose square and its inverse are numbers") {
  for (const double good : {1.0, 0x1p-20, 0x1p20, 1e-150, 1e150}) CHECK_NOTHROW(require_beta(good));
  for (const double bad : {0.0, -1.0, 1e-160, 1e160, HUGE_VAL, std::nan("")}) {
    CHECK_THROWS_AS(require_beta(bad), std::invalid_argument);
  }
}

}  // namespace require_test
