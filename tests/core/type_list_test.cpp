#include "tacit/core/type_list.hpp"

#include <catch2/catch.hpp>

#include <string>

#include "tacit/losses/all.hpp"

namespace type_list_test {

using namespace tacit;

namespace {

struct Apple {
  static constexpr std::string_view name = "apple";
};
struct Pear {
  static constexpr std::string_view name = "pear";
};
using Fruit = TypeList<Apple, Pear>;

}  // namespace

TEST_CASE("a type list knows its names in order") {
  CHECK(Fruit::size == 2);
  CHECK(Fruit::names() == std::array<std::string_view, 2>{"apple", "pear"});
  std::string all;
  Fruit::for_each([&]<class T>(std::type_identity<T>) { all += T::name; });
  CHECK(all == "applepear");
}

TEST_CASE("a type is found by its name, and a name that is not there is not found") {
  std::string found;
  const auto note = [&]<class T>(std::type_identity<T>) { found = T::name; };
  CHECK(Fruit::with("pear", note));
  CHECK(found == "pear");
  CHECK(!Fruit::with("plum", note));
  CHECK(found == "pear");
}

TEST_CASE("no two losses have the same name") {
  const auto names = AllLosses::names();
  for (std::size_t i = 0; i < names.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) CHECK(names[i] != names[k]);
  }
}

}  // namespace type_list_test
