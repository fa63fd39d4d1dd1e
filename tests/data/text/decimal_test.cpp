#include "data/text/decimal.hpp"

#include <catch2/catch.hpp>
#include <cstdlib>
#include <cstring>
#include <random>
#include <string>

#include "cases.hpp"

namespace decimal_test {

using namespace tacit;

namespace {

// The value, and how much of the text it took.
std::pair<double, std::size_t> parsed(const std::string& text) {
  double value = -7;
  const char* stop = parse_decimal(text.data(), text.data() + text.size(), value);
  return {value, stop == nullptr ? 0 : static_cast<std::size_t>(stop - text.data())};
}

bool same_bits(double a, double b) { return std::memcmp(&a, &b, sizeof a) == 0; }

}  // namespace

TEST_CASE("decimals of every form are read to their end") {
  CHECK(parsed("0") == std::pair(0.0, std::size_t{1}));
  CHECK(parsed("+1.5,") == std::pair(1.5, std::size_t{4}));
  CHECK(parsed("-.5") == std::pair(-0.5, std::size_t{3}));
  CHECK(parsed("5.") == std::pair(5.0, std::size_t{2}));
  CHECK(parsed("1e5x") == std::pair(1e5, std::size_t{3}));
  CHECK(parsed("1E+05") == std::pair(1e5, std::size_t{5}));
  CHECK(parsed("1e") == std::pair(1.0, std::size_t{1}));
  CHECK(parsed("1e+") == std::pair(1.0, std::size_t{1}));
  CHECK(parsed("0x10") == std::pair(0.0, std::size_t{1}));
  CHECK(parsed("1e00000000000000000005") == std::pair(1e5, std::size_t{22}));
  CHECK(parsed("12345678901234567890123") == std::pair(12345678901234567890123.0, std::size_t{23}));
  CHECK(parsed("9007199254740993") == std::pair(9007199254740992.0, std::size_t{16}));
}

TEST_CASE("what is no finite decimal is refused") {
  for (const char* text : {"", "+", "-", ".", "-.", "e5", ".e5", "+-1", "--1", "inf", "-inf", "nan", "Infinity", "1e400",
                           "-1e309", "1e99999999999999999999", "abc", " 1"}) {
    INFO(text);
    CHECK(parsed(text).second == 0);
  }
  CHECK(parsed(std::string(400, '9')).second == 0);
}

TEST_CASE("what is too small becomes zero") {
  CHECK(parsed("1e-400") == std::pair(0.0, std::size_t{6}));
  CHECK(parsed("1e-99999999999999999999") == std::pair(0.0, std::size_t{23}));
  CHECK(parsed("0." + std::string(400, '0') + "1") == std::pair(0.0, std::size_t{403}));
  CHECK(same_bits(parsed("-1e-400").first, -0.0));
  CHECK(parsed("0e400").first == 0);
  CHECK(parsed("4.9e-324").first == 4.9e-324);
  CHECK(parsed("1.7976931348623157e308").first == 1.7976931348623157e308);
}

TEST_CASE("numbers beyond the doubles are told from text") {
  for (const char* text : {"inf", "-inf", "+inf", "INF", "Infinity", "nan", "1e400", "-1e400", "+1e400"}) {
    INFO(text);
    CHECK(is_beyond_numbers(text));
  }
  for (const char* text : {"", "+", "1", "1e-400", "info", "abc", "1e400x", "+-inf"}) {
    INFO(text);
    CHECK_FALSE(is_beyond_numbers(text));
  }
}

TEST_CASE("random decimals are rounded as strtod rounds them") {
  std::mt19937_64 random(5);
  const auto below = [&](std::uint64_t n) { return random() % n; };
  for (int i = 0; i < 10 * random_cases; ++i) {
    std::string text = below(3) == 0 ? "-" : "";
    for (std::uint64_t k = 1 + below(below(4) == 0 ? 25 : 9); k > 0; --k) text += static_cast<char>('0' + below(10));
    if (below(2) == 0) {
      text += '.';
      for (std::uint64_t k = below(below(4) == 0 ? 25 : 9); k > 0; --k) text += static_cast<char>('0' + below(10));
    }
    if (below(3) == 0) {
      text += below(2) == 0 ? "e" : "E";
      text += std::array{"", "-", "+"}[below(3)];
      text += std::to_string(below(below(4) == 0 ? 400 : 30));
    }
    const double expected = std::strtod(text.c_str(), nullptr);
    const auto [value, size] = parsed(text);
    INFO(text);
    if (std::isfinite(expected)) {
      REQUIRE(size == text.size());
      REQUIRE(same_bits(value, expected));
    } else {
      REQUIRE(size == 0);
    }
  }
}

}  // namespace decimal_test
