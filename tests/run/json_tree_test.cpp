#include "run/json_tree.hpp"

#include <fmt/format.h>
#include <rapidcheck/catch.h>

#include <bit>
#include <catch2/catch.hpp>
#include <cmath>
#include <nlohmann/json.hpp>

#include "tacit/data/data_error.hpp"

namespace json_tree_test {

using namespace tacit;
using namespace std::string_literals;

namespace {

// The tree as another parser would have it.
nlohmann::ordered_json other(JsonValue value) {
  using Json = nlohmann::ordered_json;
  if (value.is_null()) return nullptr;
  if (value.is_flag()) return value.flag();
  if (value.whole()) return *value.whole();
  if (value.is_number()) return value.number();
  if (value.is_text()) return std::string(value.text());
  Json made = value.is_list() ? Json::array() : Json::object();
  if (value.is_list()) value.for_each([&](JsonValue element) { made.push_back(other(element)); });
  if (value.is_object())
    value.for_each_member([&](std::string_view key, JsonValue member) { made[std::string(key)] = other(member); });
  CHECK(made.size() == value.size());
  return made;
}

std::string refusal(const std::string& text) {
  try {
    const JsonTree tree(text, "m");
  } catch (const DataError& error) {
    return error.what();
  }
  return "accepted";
}

bool refuses(const std::string& text) { return refusal(text) != "accepted"; }

}  // namespace

TEST_CASE("a tree has what another parser finds") {
  for (
      const char* text :
      {R"({"a":[1,2.5,-3,-0.0,1e5,1E-5,0.1e+3,18446744073709551615,18446744073709551616,123456789012345678901234567890],"b":{}})",
       " [ ] ", "\t{\r\n}\n", R"(["","\"\\\/\b\f\n\r\t","\u0041\u00e9\u20ac\ud83d\ude00","é€😀",true,false,null])",
       R"({"":0,"a":{"a":{"a":[[],[[]],{}]}}})", "5", "\"x\"", "null", "[0,0.0,-0,1e-999,4.9e-324,1.7976931348623157e308]"}) {
    CAPTURE(text);
    const JsonTree tree(text, "m");
    CHECK(other(tree.root()) == nlohmann::ordered_json::parse(text));
  }
}

TEST_CASE("what is no JSON is refused at its byte") {
  const std::string parts[] = {"{",
                               "}",
                               "[",
                               "]",
                               ",",
                               ":",
                               "1",
                               "01",
                               "-",
                               "1.",
                               ".5",
                               "1e",
                               "1e+",
                               "+1",
                               "true",
                               "tru",
                               "nul",
                               "\"a\"",
                               "\"",
                               "\"\\\"",
                               " ",
                               "\"\\x\"",
                               "\"\n\"",
                               "\"\\u12\"",
                               "\"\\ud800\"",
                               "\"\\udc00\"",
                               "\xff",
                               "\"\xff\"",
                               "NaN",
                               "//",
                               std::string(1, '\0'),
                               "\xef\xbb\xbf"};
  std::size_t accepted = 0;
  for (const std::string& a : parts) {
    for (const std::string& b : parts) {
      for (const std::string& c : parts) {
        for (const std::string& text : {a + b + c, "[" + a + b + "]" + c, "{\"k\":" + a + b + c + "}"}) {
          // The other one takes a mark of byte order, and a NUL for the end.
          if (text.find('\0') != std::string::npos || text.starts_with("\xef\xbb\xbf")) {
            if (!refuses(text)) FAIL(text);
            continue;
          }
          if (refuses(text) == nlohmann::json::accept(text)) FAIL(text);
          accepted += refuses(text) ? 0U : 1U;
        }
      }
    }
  }
  CHECK(accepted > 200);
  CHECK(refusal(R"({"weights": )") == "m: not valid JSON at byte 13; expected a value");
  CHECK(refusal("{\"a\":1}\0"s) == "m: not valid JSON at byte 8; expected nothing behind the object");
  CHECK(refusal("{\"a\":01}") == "m: not valid JSON at byte 7; expected no digit behind a leading 0");
  CHECK(refusal("{a:1}") == "m: not valid JSON at byte 2; expected a key in quotes");
  CHECK(refusal("[1 2]") == "m: not valid JSON at byte 4; expected a comma or ]");
  CHECK(refusal("[\"\xff\"]") == "m: not valid JSON at byte 3; expected UTF-8");
  CHECK(refusal("[1e999]") == "m: a number is beyond what a double can hold");
}

TEST_CASE("every double reads back to its bits") {
  rc::prop("written with 17 digits", [](std::uint64_t bits) {
    const auto number = std::bit_cast<double>(bits);
    RC_PRE(std::isfinite(number));
    const std::string text = fmt::format("[{:.17g}, {}]", number, number);
    const JsonTree tree(text, "m");
    RC_ASSERT(std::bit_cast<std::uint64_t>(tree.root().element(0).number()) == bits ||
              (number == std::floor(number) && tree.root().element(0).number() == number));
    RC_ASSERT(tree.root().element(1).number() == number);
  });
}

TEST_CASE("only digits alone are a whole number") {
  const JsonTree tree("[7, 7.0, 7e0, -7, 18446744073709551615, 18446744073709551616]", "m");
  std::vector<std::optional<std::uint64_t>> found;
  tree.root().for_each([&](JsonValue value) { found.push_back(value.whole()); });
  CHECK(found == std::vector<std::optional<std::uint64_t>>{7, {}, {}, {}, 18446744073709551615U, {}});
}

TEST_CASE("a key that is given twice is found among many in time") {
  for (const bool backwards : {false, true}) {
    std::string text = "{";
    for (int i = 0; i < 200'000; ++i) text += fmt::format("\"{}\":0,", backwards ? 200'000 - i : i);
    CHECK(refusal(text + "\"x\":0}") == "accepted");
    CHECK(refusal(text + "\"777\":0}") == "m: '777' is given twice");
  }
  CHECK(refusal(R"({"a":1,"\u0061":2})") == "m: 'a' is given twice");
  CHECK(refusal(R"([{"a":1},{"a":2}])") == "accepted");
}

TEST_CASE("what a message quotes of a file is short") {
  const std::string key(3'000'000, 'k');
  CHECK(refusal("{\"" + key + "\":0,\"" + key + "\":0}").size() < 200);
}

}  // namespace json_tree_test
