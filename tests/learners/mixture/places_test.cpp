#include "learners/mixture/places.hpp"

#include <catch2/catch.hpp>
#include <map>

#include "core/draws.hpp"

namespace places_test {

using namespace tacit;

TEST_CASE("features get places in the order in which they are first seen", "[mixture]") {
  Places places;
  CHECK(places.find(7) == Places::none);
  CHECK(places.find(4'000'000'000U) == Places::none);
  CHECK(places.give(7) == 0);
  CHECK(places.give(4'000'000'000U) == 1);
  CHECK(places.give(0) == 2);
  CHECK(places.give(7) == 0);
  CHECK(places.give(4'000'000'000U) == 1);
  CHECK(places.size() == 3);
  CHECK(places.find(8) == Places::none);
  CHECK(places.find(3'999'999'999U) == Places::none);
}

TEST_CASE("places are those of a map, however the features lie", "[mixture]") {
  for (const Index stride : {1U, 3U, 257U, 40'000U, 1U << 16U}) {
    CAPTURE(stride);
    Draws draws(stride);
    Places places;
    std::map<Index, Places::Place> expected;
    for (int i = 0; i < 20'000; ++i) {
      const auto index = static_cast<Index>(draws.below(30'000)) * stride;
      REQUIRE(places.find(index) == (expected.contains(index) ? expected[index] : Places::none));
      const auto next = static_cast<Places::Place>(expected.size());
      REQUIRE(places.give(index) == expected.try_emplace(index, next).first->second);
    }
    REQUIRE(places.size() == expected.size());
    for (const auto& [index, place] : expected) REQUIRE(places.find(index) == place);
  }
}

TEST_CASE("the ends of the direct array and of the indices are places like others", "[mixture]") {
  Places places;
  Places::Place next = 0;
  for (const Index index : {65'535U, 65'536U, 65'534U, 65'537U, 4'294'967'295U, 4'294'901'760U}) CHECK(places.give(index) == next++);
  next = 0;
  for (const Index index : {65'535U, 65'536U, 65'534U, 65'537U, 4'294'967'295U, 4'294'901'760U}) CHECK(places.find(index) == next++);
}

TEST_CASE("a place takes few bytes", "[mixture]") {
  Places near;
  Places far;
  for (Index i = 0; i < 60'000; ++i) {
    near.give(i);
    far.give(i * 70'000 + 65'536);
  }
  CHECK(near.bytes() <= 60'000 * 8);
  CHECK(far.bytes() <= 60'000 * 40);
}

}  // namespace places_test
