#include "tacit/data/labels.hpp"

#include <catch2/catch.hpp>

namespace labels_test {

using tacit::TwoClassLabels;

TEST_CASE("labels -1/+1 and 0/1 are understood, but not both in one stream") {
  TwoClassLabels signs;
  CHECK(signs.understand(1) == 1.0);
  CHECK(signs.understand(-1) == -1.0);
  CHECK_FALSE(signs.understand(0).has_value());
  TwoClassLabels bits;
  CHECK(bits.understand(1) == 1.0);
  CHECK(bits.understand(0) == -1.0);
  CHECK_FALSE(bits.understand(-1).has_value());
  CHECK(bits.names() == std::pair(0.0, 1.0));
}

TEST_CASE("other labels are understood only once named") {
  TwoClassLabels unnamed;
  CHECK_FALSE(unnamed.understand(2).has_value());
  TwoClassLabels named(1, 2);
  CHECK(named.understand(1) == -1.0);
  CHECK(named.understand(2) == 1.0);
  CHECK_FALSE(named.understand(0).has_value());
  CHECK_FALSE(named.understand(-1).has_value());
}

}  // namespace labels_test
