#include "tacit/data/cross_patterns.hpp"

#include <catch2/catch.hpp>
#include <vector>

namespace cross_patterns_test {

using namespace tacit;
using Indices = std::vector<Index>;

TEST_CASE("features that came often are learned, and then known with the places of their products") {
  CrossPatterns patterns;
  const Indices features{2, 5, 9};
  int asked = 0;
  do {
    CHECK(!patterns.find(features).known());
    ++asked;
  } while (!patterns.is_wanted() && asked < 100);
  CHECK(asked == 4);
  const auto learned = patterns.learn(features, Indices{70, 50, 70, 60});
  CHECK(learned.shared());
  const auto known = patterns.find(features);
  CHECK(Indices(known.indices.begin(), known.indices.end()) == Indices{50, 60, 70});
  CHECK(std::vector<std::uint32_t>(known.places.begin(), known.places.end()) == std::vector<std::uint32_t>{2, 0, 2, 1});
  CHECK(!patterns.find(Indices{2, 5}).known());
  CHECK(!patterns.find(Indices{2, 5, 10}).known());
  patterns.clear();
  CHECK(!patterns.find(features).known());
}

TEST_CASE("memory of patterns is bounded, and starts anew when it is full") {
  CrossPatterns patterns;
  Indices products(1000);
  for (Index k = 0; k < products.size(); ++k) products[k] = k;
  int known = 0;
  for (Index j = 1; j <= 5000; ++j) {
    const Indices features{j};
    for (int i = 0; i < 3; ++i) patterns.find(features);
    if (!patterns.find(features).known() && patterns.is_wanted() && patterns.learn(features, products).known()) ++known;
  }
  CHECK(known > 1000);  // more than there is room for at one time
  const Indices features{1};
  for (int i = 0; i < 4; ++i) patterns.find(features);
  CHECK(patterns.is_wanted());
  CHECK(!patterns.learn(features, Indices(std::size_t{1} << 20U)).known());
}

}  // namespace cross_patterns_test
