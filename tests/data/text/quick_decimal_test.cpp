#include "data/text/quick_decimal.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <string>

namespace quick_decimal_test {

namespace {

// The value, and how many characters it took; behind it stands something that is no part of it.
std::pair<double, std::ptrdiff_t> quick(const std::string& number, const std::string& behind = " 7777777") {
  const std::string text = number + behind;
  double value = 99;
  const char* stop = tacit::quick_decimal(text.c_str(), value);
  return {value, stop == nullptr ? -1 : stop - text.c_str()};
}

bool is_plain(const std::string& number, double value) {
  const auto [got, size] = quick(number);
  return got == value && std::signbit(got) == std::signbit(value) && size == static_cast<std::ptrdiff_t>(number.size());
}

}  // namespace

TEST_CASE("plain decimals are read at once") {
  CHECK(is_plain("0", 0.0));
  CHECK(is_plain("-0", -0.0));
  CHECK(is_plain("1", 1.0));
  CHECK(is_plain("-6", -6.0));
  CHECK(is_plain("007", 7.0));
  CHECK(is_plain("5.", 5.0));
  CHECK(is_plain("0.470588", 0.470588));
  CHECK(is_plain("-0.00000001", -1e-8));
  CHECK(is_plain("123456789012345", 123456789012345.0));
  CHECK(is_plain("12345678.1234567", 12345678.1234567));
  CHECK(is_plain("0.123456789012345", 0.123456789012345));
}

TEST_CASE("every count of digits behind the point is read exactly") {
  const std::string digits = "987654321098765";
  for (std::size_t count = 0; count <= digits.size(); ++count) {
    for (const char* before : {"0.", "-0.", "3.", "8."}) {
      const std::string number = before + digits.substr(0, count);
      CAPTURE(number);
      CHECK(is_plain(number, std::stod(number)));
    }
  }
}

TEST_CASE("what is not plain is left to others") {
  for (const char* number : {"", "-", ".", ".5", "-.5", "+1", "a", "inf", "1234567890123456", "123456789.5", "0.1234567890123456",
                             "9.007199254740993", "98765432.98765432"}) {
    CAPTURE(number);
    CHECK(quick(number).second == -1);
  }
}

TEST_CASE("a number ends where its digits end") {
  CHECK(quick("1", "e5 777777") == std::pair(1.0, std::ptrdiff_t{1}));
  CHECK(quick("1.5", ".5 777777") == std::pair(1.5, std::ptrdiff_t{3}));
  CHECK(quick("2", ":3 777777") == std::pair(2.0, std::ptrdiff_t{1}));
  for (int c = 1; c < 256; ++c) {
    if (c >= '0' && c <= '9') continue;
    CHECK(quick("0.25", std::string(9, static_cast<char>(c))) == std::pair(0.25, std::ptrdiff_t{4}));
  }
}

}  // namespace quick_decimal_test
