#include "tacit/data/cross_features.hpp"

#include <catch2/catch.hpp>
#include <set>

#include "tacit/data/missing.hpp"

namespace cross_features_test {

using namespace tacit;

TEST_CASE("with a dictionary each combination has an index of its own, from which its features are read again") {
  std::set<Index> all;
  std::size_t made = 0;
  const auto check = [&](std::vector<Index> features) {
    const auto index = exact_cross(features);
    REQUIRE(index);
    REQUIRE(is_cross(*index));
    REQUIRE(crossed_features(*index) == features);
    all.insert(*index);
    ++made;
  };
  for (Index a = 1; a <= 9; ++a) {
    for (Index b = a; b <= 9; ++b) {
      check({a, b});
      for (Index c = b; c <= 9; ++c) {
        check({a, b, c});
        for (Index d = c; d <= 9; ++d) check({a, b, c, d});
      }
    }
  }
  CHECK(all.size() == made);
}

TEST_CASE("exact crosses are counted in the order of their last feature") {
  CHECK(exact_cross(std::vector<Index>{1, 1}) == first_cross);
  CHECK(exact_cross(std::vector<Index>{1, 2}) == first_cross + 1);
  CHECK(exact_cross(std::vector<Index>{2, 2}) == first_cross + 2);
  CHECK(exact_cross(std::vector<Index>{1, 3}) == first_cross + 3);
}

TEST_CASE("the largest dictionary fits, and one name more does not") {
  for (const std::size_t crossed : {2U, 3U, 4U}) {
    const Index most = most_in_dictionary(crossed);
    const std::vector<Index> last(crossed, most);
    REQUIRE(exact_cross(last));
    CHECK(crossed_features(*exact_cross(last)) == last);
    CHECK(*exact_cross(last) < (crossed == 2 ? *exact_cross(std::vector<Index>{1, 1, 1}) : first_made));
    CHECK(!exact_cross(std::vector<Index>(crossed, most + 1)));
  }
  CHECK(most_in_dictionary(2) == 32767);
}

TEST_CASE("hashed crosses stay within their bits and below what a run makes") {
  std::set<Index> all;
  for (Index a = 1; a <= 200; ++a) {
    for (Index b = a; b <= 200; ++b) {
      const Index small = hashed_cross(std::vector<Index>{a, b}, 10);
      REQUIRE((small >= first_cross && small < first_cross + 1024));
      const Index large = hashed_cross(std::vector<Index>{a, b}, 31);
      REQUIRE(is_cross(large));
      REQUIRE(CrossHash().with(a).index_with(b, 10) == small);
      REQUIRE(CrossHash().with(a).index_with(b, 31) == large);
      all.insert(large);
    }
  }
  CHECK(all.size() > 20100 - 10);  // of 2^29
}

TEST_CASE("a cross is called by the names of its features") {
  const std::vector<std::string> names{"temp", "hum", "hour=5"};
  CHECK(called(*exact_cross(std::vector<Index>{1, 2}), names) == "temp*hum");
  CHECK(called(*exact_cross(std::vector<Index>{1, 1, 3}), names) == "temp*temp*hour=5");
  CHECK(called(*exact_cross(std::vector<Index>{1, 4}), names) == std::to_string(*exact_cross(std::vector<Index>{1, 4})));
}

}  // namespace cross_features_test
