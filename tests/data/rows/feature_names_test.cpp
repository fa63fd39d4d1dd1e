#include "tacit/data/feature_names.hpp"

#include <catch2/catch.hpp>

namespace feature_names_test {

using namespace tacit;

using Names = std::vector<std::string>;

TEST_CASE("a name that is a plain number is its own index") {
  FeatureNames names;
  CHECK(names.index("1") == 1U);
  CHECK(names.index("42") == 42U);
  CHECK(names.index("4294967295") == 4294967295U);
  CHECK(names.bits() == FeatureNames::default_bits);
}

// 1 + h mod 2^22, where h is XXH3 with 64 bits as its specification defines it for up to 16 bytes, worked out in Python.
TEST_CASE("other names are hashed the same way for ever") {
  FeatureNames names;
  CHECK(names.index("a") == 1461792U);           // e6c632b61e964e1f
  CHECK(names.index("age") == 2420882U);         // 079e54a37764f091
  CHECK(names.index("height") == 764410U);       // 2fbb1df6ab4ba9f9
  CHECK(names.index("n^name") == 3215884U);      // 22cce55f2971120b
  CHECK(names.index("colour=red") == 4031177U);  // f8f8a298c93d82c8
  CHECK(names.index("0") == 2363478U);           // 1982e3a7bb241055: features are numbered from 1
  CHECK(names.index("007") == 609667U);          // 00983b6dd0c94d82: leading zeros are no plain number
  CHECK(names.index("4294967296") == 1303698U);  // 80027ba20013e491: too large for an index
  CHECK(FeatureNames(4).index("height") == 10U);
  CHECK(FeatureNames(1).index("height") == 2U);
  CHECK(FeatureNames(31).index("height") == 1U + 0x2b4ba9f9U);
}

TEST_CASE("a name that is not quite a number is hashed") {
  FeatureNames names(8);
  for (const char* name : {"+5", "-5", "5.0", "5 ", " 5", "5e0", "0x5", "05", ""}) {
    const auto index = names.index(name);
    REQUIRE(index);
    CHECK((*index >= 1 && *index <= 256));
  }
}

TEST_CASE("an index that two names share is a collision and counted once") {
  FeatureNames names(1);  // two indices
  CHECK(names.index("height") == 2U);
  CHECK(names.index("height") == 2U);
  CHECK(names.collisions() == 0);
  CHECK(names.size() == 1);
  CHECK(names.index("a") == 2U);
  CHECK(names.collisions() == 1);
  CHECK(names.index("age") == 2U);
  CHECK(names.index("height") == 2U);
  CHECK(names.collisions() == 1);
  CHECK(names.size() == 1);
  CHECK(names.index("1") == 1U);
  CHECK(names.size() == 2);
  CHECK(names.index("2") == 2U);
  CHECK(names.collisions() == 1);
  CHECK(names.index("n^name") == 2U);
  CHECK(names.collisions() == 1);
  CHECK(names.index("colour=red") == 1U);
  CHECK(names.collisions() == 2);
}

TEST_CASE("many names on many indices collide as often as chance has it") {
  FeatureNames names(16);
  for (int i = 0; i < 20000; ++i) names.index("name" + std::to_string(i));
  // Of 2^16 indices, 1 - e^-r are used and 1 - e^-r (1 + r) shared, where r = 20000 / 2^16.
  CHECK(names.size() == Approx(17235).margin(200));
  CHECK(names.collisions() == Approx(2518).margin(150));
}

TEST_CASE("the number of bits is between 1 and 31") {
  CHECK_THROWS_WITH(FeatureNames(0U), "hash 0: expected 1 to 31 bits");
  CHECK_THROWS_WITH(FeatureNames(32U), "hash 32: expected 1 to 31 bits");
}

TEST_CASE("a dictionary numbers names in the order in which they come") {
  FeatureNames names{Names{}};
  CHECK_FALSE(names.hashes());
  CHECK(names.bits() == 0);
  CHECK(names.index("b") == 1U);
  CHECK(names.index("7") == 2U);
  CHECK(names.index("a") == 3U);
  CHECK(names.index("7") == 2U);
  CHECK(names.index("") == 4U);
  CHECK(names.dictionary() == Names{"b", "7", "a", ""});
  CHECK(names.size() == 4);
  CHECK(names.collisions() == 0);
}

TEST_CASE("a dictionary goes on from the names it is given") {
  FeatureNames names(Names{"x", "y"});
  CHECK(names.index("y") == 2U);
  CHECK(names.index("z") == 3U);
  CHECK_THROWS_WITH(FeatureNames(Names{"x", "y", "x"}), "the dictionary names 'x' twice");
}

TEST_CASE("a closed dictionary has no index for other names") {
  FeatureNames names(Names{"x", "y"}, true);
  CHECK(names.index("x") == 1U);
  CHECK_FALSE(names.index("z"));
  CHECK_FALSE(names.index("1"));
  CHECK(names.dictionary() == Names{"x", "y"});
}

}  // namespace feature_names_test
