#include "tacit/core/require.hpp"

#include <catch2/catch.hpp>

#include "tacit/core/setting_error.hpp"

namespace require_test {

using namespace tacit;

TEST_CASE("require says what was wrong") {
  CHECK_NOTHROW(require(true, "unseen"));
  CHECK_THROWS_WITH(require(false, "the radius must be positive"), "the radius must be positive");
  CHECK_THROWS_AS(require(false, "seen"), std::invalid_argument);
}

TEST_CASE("a value out of range is refused by the name of its setting, with the value and what was expected") {
  CHECK_NOTHROW(require_setting(true, "radius", -1, "unseen"));
  CHECK_THROWS_WITH(require_setting(false, "radius", -0.1, "a positive number"), "radius -0.1: expected a positive number");
  CHECK_THROWS_WITH(require_setting(false, "box", 1, 2e100, "LOW,HIGH"), "box 1,2e+100: expected LOW,HIGH");
  CHECK_THROWS_WITH(require_beta(0.0), "beta 0: expected a positive number between 1e-150 and 1e150");
  CHECK_THROWS_WITH(require_beta(std::nan(""), "betas"), "betas nan: expected a positive number between 1e-150 and 1e150");
  try {
    require_beta(-2.0);
  } catch (const SettingError& error) {
    CHECK(error.kind() == SettingError::Kind::bad_value);
    CHECK(error.setting() == "beta");
    CHECK(error.value() == "-2");
  }
}

TEST_CASE("beta is a positive number whose square and its inverse are numbers") {
  for (const double good : {1.0, 0x1p-20, 0x1p20, 1e-150, 1e150}) CHECK_NOTHROW(require_beta(good));
  for (const double bad : {0.0, -1.0, 1e-160, 1e160, HUGE_VAL, std::nan("")}) {
    CHECK_THROWS_AS(require_beta(bad), std::invalid_argument);
  }
}

}  // namespace require_test
