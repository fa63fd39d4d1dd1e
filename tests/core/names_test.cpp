#include "tacit/core/names.hpp"

#include <catch2/catch.hpp>

namespace names_test {

using namespace tacit;

TEST_CASE("a list is split at its commas, and empty parts stay", "[names]") {
  using Parts = std::vector<std::string>;
  CHECK(split("a,b c,d") == Parts{"a", "b c", "d"});
  CHECK(split("a") == Parts{"a"});
  CHECK(split("") == Parts{""});
  CHECK(split(",a,") == Parts{"", "a", ""});
}

}  // namespace names_test
