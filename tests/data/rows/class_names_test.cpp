#include "tacit/data/class_names.hpp"

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <limits>
#include <stdexcept>

namespace class_names_test {

using namespace tacit;
using Catch::Matchers::Contains;
using Catch::Matchers::Equals;

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

TEST_CASE("whole numbers as text are exact names however large they are") {
  ClassTable table{ClassNames{}};
  const std::vector<std::string> large{"9007199254740992", "9007199254740993", "-9007199254740993", "18446744073709551617",
                                       "100000000000000000000"};
  for (std::size_t k = 0; k < large.size(); ++k) {
    CHECK(table.find(large[k]) == static_cast<double>(k));
    table.keep();
  }
  CHECK(table.names() == large);
  CHECK(table.find("+9007199254740993.0") == 1);
  CHECK(table.find("0009007199254740992") == 0);
  CHECK(table.find("1e20") == 4);
  CHECK(table.find("0.1E+21") == 4);
  CHECK(table.find("1000000000000000000000e-1") == 4);
  CHECK(class_name("1e2") == "100");
  CHECK(class_name("100.00e-2") == "1");
  CHECK(class_name("-0e999") == "0");
  CHECK(class_name("-0.0") == "0");
  CHECK(class_name("1e300").size() == 301);
  CHECK_FALSE(table.find("9007199254740993.5"));
  CHECK_FALSE(table.find("1.00000000000000000000000001"));
  CHECK_FALSE(table.find("1e-400"));
  CHECK_FALSE(table.find("12e-1"));
}

TEST_CASE("numbers in memory are classes below 2^53, beyond which they run into one another") {
  ClassTable table{ClassNames{}};
  CHECK(table.find(0x1p53 - 1) == 0);
  CHECK(table.find(1 - 0x1p53) == 0);  // the row was not kept
  for (const double large : {0x1p53, -0x1p53, 1e20, 1.7e308}) {
    CHECK_FALSE(table.find(large));
    CHECK_THAT(table.fault(large).plain(), Contains("a whole number below 2^53") && Contains("as words or integers"));
  }
}

TEST_CASE("what says that there is no number or no class is no name, in whatever case and with blanks around it") {
  ClassTable table{ClassNames{}};
  for (const char* label : {"nan", "NaN", "-nan", "+nan", "inf", "-inf", "+Inf", "infinity", "1e400", "-1e400", "?", " ? "}) {
    INFO(label);
    CHECK_FALSE(table.find(label));
    CHECK_THAT(table.fault(label).plain(), Contains("expected a class: a word or a whole number"));
    CHECK_THROWS_WITH(fixed_classes({"a", label}), Contains("nan, inf, 1e400 and ? are no names"));
  }
  for (const double label : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()})
    CHECK_THAT(table.fault(label).plain(), Contains("are no names") && !Contains("one class too many"));
  for (const char* label : {"", " ", "\t"})
    CHECK_THAT(table.fault(label).plain(), Equals("the label is missing; expected a class, as rows without one are for predict"));
  CHECK_THAT(table.fault("a\nb").plain(), Contains("without control characters"));
  CHECK(table.find("nano") == 0);
  table.keep();
  CHECK(table.find("  nano\t") == 0);
  CHECK(table.find("info") == 1);
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
  CHECK_THAT(table.fault("one more").plain(), Contains("one class too many") && Contains("10000") && Contains("loss square"));
  CHECK_THAT(fixed.fault("1.5").plain(), Equals("label '1.5'; expected 'a' or '2', as classes says"));
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
