#include "tacit/data/class_names.hpp"

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <limits>
#include <stdexcept>

namespace class_names_test {

using namespace tacit;
using Catch::Matchers::Contains;

TEST_CASE("classes are numbered as they come, and one whose row is not kept leaves nothing") {
  ClassTable table{ClassNames{}};
  CHECK(table.find("cat") == 0);
  CHECK(table.size() == 0);
  table.keep();
  CHECK(table.find("dog") == 1);
  CHECK(table.find("bird") == 1);  // the row of dog was refused
  table.keep();
  table.keep();
  CHECK(table.names() == std::vector<std::string>{"cat", "bird"});
  CHECK(table.find("cat") == 0);
  table.keep();
  CHECK(table.size() == 2);
  table.find("fish");
  table.keep();
  table.forget_behind(1);
  CHECK(table.names() == std::vector<std::string>{"cat"});
  CHECK(table.find("bird") == 1);
}

TEST_CASE("a whole number is one class however it is written, and a word is what it is") {
  ClassTable table{ClassNames{}};
  for (const char* label : {"1", "+1", "1.0", "1e0", "01"}) {
    CHECK(table.find(label) == 0);
    table.keep();
  }
  CHECK(table.find(1.0) == 0);
  CHECK(table.find(-7.0) == 1);
  table.keep();
  CHECK(table.find("-7") == 1);
  CHECK(table.find("-0") == 2);
  table.keep();
  CHECK(table.find(0.0) == 2);
  CHECK(table.find("One") == 3);
  table.keep();
  CHECK(table.find("one") == 4);
  CHECK(table.names() == std::vector<std::string>{"1", "-7", "0", "One"});
  CHECK(table.find(300.0) == 4);
  table.keep();
  CHECK(table.find(300.0) == 4);
  table.forget_behind(0);
  CHECK(table.find(1.0) == 0);
  CHECK(table.size() == 0);
}

TEST_CASE("numbers with decimals and empty words are no classes") {
  ClassTable table{ClassNames{}};
  CHECK_FALSE(table.find("1.5"));
  CHECK_FALSE(table.find(0.5));
  CHECK_FALSE(table.find(""));
  CHECK_FALSE(table.find("a\nb"));
  CHECK_FALSE(table.find(std::numeric_limits<double>::quiet_NaN()));
  CHECK_THAT(table.fault("1.5").plain(), Contains("a word or a whole number") && Contains("square"));
}

TEST_CASE("fixed classes have no others, and there are at most ten thousand") {
  ClassTable fixed{fixed_classes({"a", "+2"})};
  CHECK(fixed.names() == std::vector<std::string>{"a", "2"});
  CHECK(fixed.find("2.0") == 1);
  CHECK_FALSE(fixed.find("b"));
  CHECK_THAT(fixed.fault("b").plain(), Contains("label 'b'; expected 'a' or '2'"));
  CHECK_THROWS_WITH(fixed_classes({"a"}), Contains("two classes or more"));
  CHECK_THROWS_WITH(fixed_classes({"1", "1.0"}), Contains("given twice"));
  CHECK_THROWS_WITH(fixed_classes({"a", ""}), Contains("not an empty word"));
  CHECK_THROWS_AS(fixed_classes(std::vector<std::string>(10001, "a")), std::invalid_argument);
  ClassTable table{ClassNames{}};
  for (std::size_t k = 0; k < most_classes; ++k) {
    REQUIRE(table.find(static_cast<double>(k)) == static_cast<double>(k));
    table.keep();
  }
  CHECK_FALSE(table.find("one more"));
  CHECK_THAT(table.fault("one more").plain(), Contains("one class too many") && Contains("10000"));
  CHECK(table.find(9999.0) == 9999.0);
}

TEST_CASE("labels of a cache are numbers of its own classes") {
  ClassTable table{ClassNames{{"x", "y"}, false}};
  table.labels_are_of({"y", "z", "7"});
  CHECK(table.find(0.0) == 1);
  CHECK(table.find(1.0) == 2);
  table.keep();
  CHECK(table.find(2.0) == 3);
  CHECK_FALSE(table.find(3.0));
  CHECK_FALSE(table.find(0.5));
  table.labels_are_of({});
  CHECK(table.find(7.0) == 3);
}

}  // namespace class_names_test
