#include "tacit/data/shuffle.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <map>

#include "golden/expected.hpp"

namespace shuffle_test {

using namespace tacit;

TEST_CASE("the order of a seed is that of an independent derivation") {
  const auto orders = golden::lines("generate.txt", "order");
  REQUIRE(orders.size() == 5);
  for (const auto& line : orders) {
    const auto order = shuffled_order(std::stoull(line[0]), std::stoull(line[1]));
    REQUIRE(order.size() == line.size() - 2);
    for (std::size_t k = 0; k < order.size(); ++k) CHECK(order[k] == std::stoull(line[k + 2]));
  }
}

TEST_CASE("a shuffled order holds every row once") {
  for (const std::size_t rows : {0U, 1U, 2U, 3U, 1000U, 65537U}) {
    auto order = shuffled_order(rows, 9);
    std::ranges::sort(order);
    REQUIRE(order.size() == rows);
    for (std::size_t k = 0; k < rows; ++k) REQUIRE(order[k] == k);
  }
}

TEST_CASE("a seed always gives the same order and another seed another") {
  CHECK(shuffled_order(100, 1) == shuffled_order(100, 1));
  CHECK(shuffled_order(100, 1) != shuffled_order(100, 2));
  CHECK(shuffled_order(100, 0) != shuffled_order(100, 1));
}

TEST_CASE("all orders of four rows come up equally often") {
  std::map<std::vector<std::uint32_t>, int> seen;
  for (std::uint64_t seed = 0; seed < 24'000; ++seed) ++seen[shuffled_order(4, seed)];
  CHECK(seen.size() == 24);
  for (const auto& [order, count] : seen) CHECK(std::abs(count - 1000) < 160);  // five standard deviations
}

TEST_CASE("more rows than an index can count are refused") {
  CHECK_THROWS_WITH(shuffled_order(std::size_t{1} << 32U, 1), "at most 4294967295 rows can be shuffled");
}

}  // namespace shuffle_test
