#include "tacit/core/row.hpp"

#include <catch2/catch.hpp>

#include <array>

namespace row_test {

using namespace tacit;

TEST_CASE("the dimension of a row is one more than its largest index, up to 2^32") {
  const std::array<Index, 2> indices{3, 4294967295U};
  const std::array<double, 2> values{1, 2};
  CHECK(Row().dimension() == 0);
  CHECK(Row(std::span(indices).first(1), std::span(values).first(1)).dimension() == 4);
  CHECK(Row(indices, values).dimension() == 4294967296ULL);
}

}  // namespace row_test
