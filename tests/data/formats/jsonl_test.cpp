#include "data/formats/jsonl/parser.hpp"

#include <fmt/format.h>
#include <rapidcheck.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>

#include "data/formats/jsonl/keys.hpp"
#include "data/reading.hpp"

namespace jsonl_test {

using namespace tacit;
using Catch::Matchers::EndsWith;
using Catch::Matchers::Equals;

namespace {

Reading read_pieces(const std::vector<std::string_view>& pieces, const JsonLinesSettings& settings = {}, Manner manner = {}) {
  return reading_of<JsonLinesParser>("t.jsonl", pieces, manner, settings);
}

Reading read(std::string_view text, const JsonLinesSettings& settings = {}, bool labelled = true) {
  return read_pieces({text}, settings, {labelled});
}

std::string refusal(std::string_view text, const JsonLinesSettings& settings = {}) {
  return refusal_of([&] { read_pieces({text}, settings, {true, OnError::stop}); });
}

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("an object gives a label and features of its keys") {
  const Reading reading = read("{\"y\":1,\"a\":2.5,\"b\":-3e2}\n{\"b\":4,\"a\":0,\"y\":-1}\n");
  CHECK(reading.rows == "1| 1 1 1:2.5 2:-300\n2| -1 1 2:4\n");
  CHECK(reading.names == Names{"a", "b"});
  CHECK(read_pieces({"{\"y\":1}"}, {}, {.bias = true}).rows == "1| 1 1 0:1\n");  // with the bias
}

TEST_CASE("true and false are 1 and 0 and null is missing") {
  const Reading reading = read("{\"y\":1,\"a\":true,\"b\":false,\"c\":null}");
  CHECK(reading.rows == "1| 1 1 1:1 2:nan\n");
  CHECK(reading.names == Names{"a", "c"});
}

TEST_CASE("a string is a category of its key") {
  const Reading reading = read("{\"y\":1,\"colour\":\"red\",\"e\":\"\",\"q\":\"\\u00e9\\n\\\"\"}");
  CHECK(reading.rows == "1| 1 1 1:1 2:1 3:1\n");
  CHECK(reading.names == Names{"colour=red", "e=", "q=\xc3\xa9\n\""});
}

TEST_CASE("keys of nested objects are joined") {
  const Reading reading = read("{\"y\":1,\"u\":{\"age\":3,\"at\":{\"city\":\"x\",\"y\":5}},\"v\":{},\"w\":6}");
  CHECK(reading.names == Names{"u^age", "u^at^city=x", "u^at^y", "w"});
  CHECK(reading.rows == "1| 1 1 1:3 2:1 3:5 4:6\n");
}

TEST_CASE("arrays of numbers are numbered and arrays of strings are categories") {
  const Reading reading = read("{\"y\":1,\"v\":[5,0,7],\"t\":[\"a\",\"b\",\"a\"],\"n\":[]}");
  CHECK(reading.names == Names{"v^1", "v^3", "t=a", "t=b"});
  CHECK(reading.rows == "1| 1 1 1:5 2:7 3:2 4:1\n");
}

TEST_CASE("escapes in keys are undone") {
  CHECK(read("{\"\\u0079\":1,\"a\\tb\":2}").names == Names{"a\tb"});
  CHECK(read("{\"\\u0079\":1}").rows == "1| 1 1\n");
}

TEST_CASE("the label field is given or the best name in the first row that has one") {
  CHECK(read("{\"y\":1,\"Label\":2}\n{\"y\":3,\"Label\":4}").rows == "1| 2 1 1:1\n2| 4 1 1:3\n");
  CHECK(read("{\"class\":1,\"target\":2}").names == Names{"class"});
  CHECK(read("{\"y\":1,\"z\":2}", {"z"}).rows == "1| 2 1 1:1\n");
  CHECK(read("{\"y\":true}\n{\"y\":false}\n{\"y\":\"true\"}\n{\"y\":\"false\"}").rows == "1| 1 1\n2| 0 1\n3| 1 1\n4| 0 1\n");
}

TEST_CASE("rows without a label are refused unless none is needed") {
  CHECK_THAT(refusal("{\"a\":1}"),
             Equals("t.jsonl:1:1: the row has no label; expected a field label, target, class or y, or another "
                    "one given with label-column"));
  CHECK_THAT(refusal("{\"y\":1}\n\n{\"label\":1}"),
             Equals("t.jsonl:3:1: the row has no label; expected a field 'y', as rows without one are for predict"));
  CHECK_THAT(
      refusal("{\"y\":null}"),
      Equals("t.jsonl:1:6: the label is null; expected a finite number, true or false, as rows without one are for predict"));
  for (const char* blank : {"", " ", "\\t "})
    CHECK_THAT(
        refusal(std::string("{\"y\":\"") + blank + "\"}"),
        Equals(
            "t.jsonl:1:6: the label is missing; expected a finite number, true or false, as rows without one are for predict"));
  CHECK(read("{\"a\":1}\n{\"y\":null,\"a\":2}\n{\"y\":3}", {}, false).rows == "1| 0 1 1:1\n2| 0 1 1:2\n3| 3 1\n");
  CHECK(read("{\"y\":\"\",\"a\":2}\n{\"a\":2,\"y\":\" \"}", {}, false).rows == "1| 0 1 1:2\n2| 0 1 1:2\n");
}

TEST_CASE("labels must be numbers") {
  CHECK_THAT(refusal("{\"y\":\"cat\"}"),
             Equals("t.jsonl:1:6: label 'cat'; expected a finite number, true or false" + advice_on_word("cat").plain()));
  for (const char* no_name : {"nan", "Infinity"})
    CHECK_THAT(refusal(std::string("{\"y\":\"") + no_name + "\"}"), EndsWith("expected a finite number, true or false"));
  CHECK_THAT(refusal("{\"y\":\"1e999\"}"), Equals("t.jsonl:1:6: label '1e999'; expected a finite number, true or false"));
  CHECK(read("{\"y\":\"1\"}\n{\"y\":\"-2.5e1\"}").rows == "1| 1 1\n2| -25 1\n");
  CHECK_THAT(refusal("{\"a\":1, \"y\": [1]}", {"y"}),
             Equals("t.jsonl:1:14: the label is an array; expected a finite number, true or false"));
  CHECK_THAT(refusal("{\"y\": {\"a\": 1}}", {"y"}),
             Equals("t.jsonl:1:7: the label is an object; expected a finite number, true or false"));
}

TEST_CASE("a field named weight or importance weighs the row") {
  CHECK(read("{\"y\":1,\"weight\":0.5}\n{\"y\":1,\"weight\":0}\n{\"y\":1}").rows == "1| 1 0.5\n2| 1 0\n3| 1 1\n");
  CHECK(read("{\"Importance\":2,\"y\":1}").rows == "1| 1 2\n");
  CHECK_THAT(refusal("{\"y\":1,\"weight\":-2}"), Equals("t.jsonl:1:17: weight -2; expected a number from 0 up"));
  CHECK_THAT(refusal("{\"y\":1,\"weight\":\"2\"}"), Equals("t.jsonl:1:17: weight '\"2\"'; expected a number from 0 up"));
}

TEST_CASE("two fields that make one name are refused, whichever comes first, and a word twice in an array is not") {
  CHECK_THAT(refusal(R"({"y":1,"a":{"b":1},"a^b":2})"),
             Equals("t.jsonl:1:20: two fields make the name 'a^b'; expected names that differ"));
  CHECK_THAT(refusal(R"({"y":1,"a^b":2,"a":{"b":-2}})"),
             Equals("t.jsonl:1:21: two fields make the name 'a^b'; expected names that differ"));
  CHECK_THAT(refusal(R"({"y":1,"a\u005eb":2,"a":{"b":1}})"),
             EndsWith("two fields make the name 'a^b'; expected names that differ"));
  CHECK_THAT(refusal(R"({"y":1,"a":["c","b"],"a=b":1})"), EndsWith("two fields make the name 'a=b'; expected names that differ"));
  CHECK_THAT(refusal(R"({"y":1,"v":[5],"v^1":1})"), EndsWith("two fields make the name 'v^1'; expected names that differ"));
  CHECK_THAT(refusal(R"({"y":1,"x":{"p":{"q":1}},"x^p":{"q":3}})"),
             EndsWith("make the name 'x^p^q'; expected names that differ"));
  CHECK(read(R"({"y":1,"a^b":2,"a":{"b":0}})").rows == "1| 1 1 1:2\n");
  CHECK(read(R"({"y":1,"a":["b","b"],"c^d":{"e":1},"c":{"e":null,"x":"=^"}})").rows == "1| 1 1 1:2 2:1 3:nan 4:1\n");
  CHECK(read("{\"y\":1,\"a^b\":2}\n{\"y\":1,\"a\":{\"b\":1}}").rows == "1| 1 1 1:2\n2| 1 1 1:1\n");  // one name, in every row
}

TEST_CASE("a repeated key is refused but the same key elsewhere is not") {
  CHECK_THAT(refusal("{\"y\":1,\"a\":1, \"a\":2}"), Equals("t.jsonl:1:15: key 'a' is repeated; expected each key once"));
  CHECK_THAT(refusal("{\"y\":1,\"a\":1,\"\\u0061\":2}"), Equals("t.jsonl:1:14: key 'a' is repeated; expected each key once"));
  CHECK_THAT(refusal("{\"y\":1,\"b\":{\"a\":{\"c\":1},\"a\":2}}"),
             Equals("t.jsonl:1:25: key 'a' is repeated; expected each key once"));
  CHECK(read("{\"y\":1,\"a\":{\"y\":1,\"a\":2},\"b\":{\"y\":3},\"a^b\":4}").rows == "1| 1 1 1:1 2:2 3:3 4:4\n");
  std::string many = "{\"y\":1";
  for (int i = 1; i <= 1000; ++i) many += ",\"k" + std::to_string(i) + "\":" + std::to_string(i);
  CHECK(read(many + "}").complaints.empty());
  CHECK(read(many + ",\"k77\":1}").complaints.size() == 1);
}

TEST_CASE("what JSON has and examples have not is refused") {
  const std::string array = "; expected all its elements to be numbers or null, or all strings";
  CHECK_THAT(refusal("{\"y\":1,\"a\":[1,\"x\"]}"), Equals("t.jsonl:1:15: array 'a': found '\"x\"'" + array));
  CHECK_THAT(refusal("{\"y\":1,\"a\":[[1]]}"), Equals("t.jsonl:1:13: array 'a': found '[1'" + array));
  CHECK_THAT(refusal("{\"y\":1,\"a\":[null,\"x\"]}"), Equals("t.jsonl:1:18: array 'a': found '\"x\"'" + array));
  CHECK_THAT(refusal("{\"y\":1,\"a\":[{\"b\":1}]}"), Equals("t.jsonl:1:13: array 'a': found '{\"b\":1'" + array));
  CHECK_THAT(refusal("{\"y\":1,\"a\":1e400}"),
             Equals("t.jsonl:1:12: found '1e400'; expected a finite number in decimal notation"));
  const auto nested = [](int depth) {
    std::string text = "{\"y\":1,\"a\":";
    for (int i = 2; i <= depth; ++i) text += "{\"a\":";
    return text + "2" + std::string(static_cast<std::size_t>(depth), '}');
  };
  CHECK(read(nested(16)).complaints.empty());
  CHECK_THAT(refusal(nested(17)), Equals("t.jsonl:1:87: found an object 16 deep inside others; expected at most 15"));
}

TEST_CASE("a line that is not one object is refused with its place") {
  CHECK_THAT(refusal("[1]"), Equals("t.jsonl:1:1: found '[1]'; expected an object: {\"label\": 1, ...}"));
  CHECK_THAT(refusal("\n  7"), Equals("t.jsonl:2:3: found '7'; expected an object: {\"label\": 1, ...}"));
  CHECK_THAT(refusal("{\"y\":1} {\"y\":2}"),
             Equals("t.jsonl:1:9: found '{\"y\":2}' behind the object; expected one object per line"));
  CHECK_THAT(refusal("{\"y\":1}}"), Equals("t.jsonl:1:8: found '}' behind the object; expected one object per line"));
  CHECK_THAT(refusal("{\"y\":1} x\r\n"), Equals("t.jsonl:1:9: found 'x' behind the object; expected one object per line"));
  CHECK_THAT(refusal("{\"y\":1,\"a\":\"x}"), Equals("t.jsonl:1:12: this string is never closed; expected a quote at its end"));
  CHECK_THAT(refusal("{\"y\":1,\"a\\\":\"x\"}"),
             Equals("t.jsonl:1:15: this string is never closed; expected a quote at its end"));
  CHECK_THAT(refusal("{\"y\":1,\"a\":\"z\xc3\xa9\xff\"}"), Equals("t.jsonl:1:16: found '\\xff'; expected a character in UTF-8"));
  CHECK_THAT(refusal("{\"y\":1,\"a\":\"\xed\xa0\x80\"}"), Equals("t.jsonl:1:13: found '\\xed'; expected a character in UTF-8"));
  CHECK_THAT(refusal("{\"y\":1,\"a\":\"z\x01\"}"),
             Equals("t.jsonl:1:14: found '\\x01' inside a string; expected control characters as \\u0001"));
  CHECK_THAT(refusal("{\"y\":1,\"a\":\"\\n\\x\"}"), Equals("t.jsonl:1:15: found '\\x'; expected one of the escapes of JSON"));
  CHECK_THAT(refusal("{\"y\":1,\"a\":\"\\u12g4\"}"), Equals("t.jsonl:1:13: found '\\u'; expected one of the escapes of JSON"));
  CHECK_THAT(refusal("{\"y\":1,\"a\":\"\\ud800\"}"),
             Equals("t.jsonl:1:12: this string has half a pair of \\u escapes; expected both"));
}

TEST_CASE("a line that ends too early or goes on wrongly is refused where it does") {
  const std::string object = "; expected \"key\": value with commas between, then }";
  CHECK_THAT(refusal("{"), Equals("t.jsonl:1:2: found the end of the line" + object));
  CHECK_THAT(refusal("{\"y\":1\r\n"), Equals("t.jsonl:1:7: found the end of the line" + object));
  CHECK_THAT(refusal("{\"y\":1,\"a\":[1"), Equals("t.jsonl:1:14: found the end of the line" + object));
  CHECK_THAT(refusal("{\"y\":1,\"a\":{\"b\":1}"), Equals("t.jsonl:1:19: found the end of the line" + object));
  CHECK_THAT(refusal("{\"y\":1,}"), Equals("t.jsonl:1:8: found '}'" + object));
  CHECK_THAT(refusal("{\"y\" 1}"), Equals("t.jsonl:1:6: found '1}'" + object));
  CHECK_THAT(refusal("{y:1}"), Equals("t.jsonl:1:2: found 'y:1}'" + object));
  CHECK_THAT(refusal("{\"y\":1,\"a\":[1 2]}"), Equals("t.jsonl:1:15: found '2]}'; expected values with commas between, then ]"));
  CHECK_THAT(refusal("{\"y\":1,\"a\":nul}"),
             Equals("t.jsonl:1:12: found 'nul}'; expected a number, a string, true, false, null, an object or an array"));
  CHECK_THAT(refusal("{\"y\":-}"), Equals("t.jsonl:1:6: found '-'; expected a finite number in decimal notation"));
  for (const char* text : {"{",
                           "{\"y\"",
                           "{\"y\":",
                           "{\"y\":1",
                           "{\"y\":1,",
                           "{\"y\":1,}",
                           "{\"y\" 1}",
                           "{y:1}",
                           "{\"y\":1 2}",
                           "{\"y\":nul}",
                           "{\"y\":nullx}",
                           "{\"y\":tru}",
                           "{\"y\":1,\"a\":truex}",
                           "{\"y\":01}",
                           "{\"y\":+1}",
                           "{\"y\":.5}",
                           "{\"y\":1.}",
                           "{\"y\":1e}",
                           "{\"y\":0x1}",
                           "{\"y\":1,\"a\":[1,]}",
                           "{\"y\":1,\"a\":[1}",
                           "{\"y\":1,\"a\":[1 2]}",
                           "{\"y\":1,\"a\":[,1]}",
                           "{,\"y\":1}",
                           "{\"y\":-}",
                           "{\"y\":1,\"a\":nan}",
                           "{\"y\":1,\"a\":[1]]}",
                           "{\"y\":1,\"a\":{\"b\":1}",
                           "{\"y\":1}x",
                           "{\"y\":1},",
                           "{\"y\"::1}"}) {
    INFO(text);
    const Reading reading = read(text);
    CHECK(reading.complaints.size() == 1);
    CHECK(reading.rows.empty());
  }
}

TEST_CASE("blank lines and carriage returns are skipped in JSON lines") {
  CHECK(read("{\"y\":1}\r\n\r\n \t\n{\"y\":2}\r\n").rows == "1| 1 1\n4| 2 1\n");
  CHECK(read("").rows.empty());
}

TEST_CASE("skipping leaves out just the bad lines and nothing of them stays") {
  const Reading reading = read("{\"bad\":1}\n{\"y\":1,\"a\":1}\n{\"y\":2,\"b\":1,\"c\":[true]}\n{\"y\":3\n{\"y\":4,\"d\":2}");
  CHECK(reading.rows == "2| 1 1 1:1\n5| 4 1 2:2\n");
  CHECK(reading.names == Names{"a", "d"});
  CHECK(reading.complaints.size() == 3);
}

TEST_CASE("JSON lines give the same rows wherever their text is cut") {
  const std::string_view text = "{\"y\":1,\"a\":\"\\n\"}\r\n\n{\"y\":2,\"b\":[1,2]\n{\"y\":3,\"c\":{\"d\":5}}\n  \n{\"y\":4}";
  const Reading whole = read(text);
  REQUIRE(whole.complaints.size() == 1);
  for (std::size_t i = 0; i <= text.size(); ++i) {
    const Reading cut = read_pieces({text.substr(0, i), text.substr(i)});
    REQUIRE(cut.rows == whole.rows);
    REQUIRE(cut.complaints == whole.complaints);
  }
}

TEST_CASE("what a naive JSON writer escapes is read back") {
  CHECK(rc::check([] {
    const auto letters = rc::gen::container<std::string>(rc::gen::element('a', '"', '\\', '\n', '\x01', '^', '=', ' ', '/'));
    const auto features = *rc::gen::container<std::vector<std::pair<std::string, std::string>>>(rc::gen::pair(letters, letters));
    const auto quoted = [](std::string_view text) {
      std::string all = "\"";
      for (const char c : text) {
        char escaped[8];
        std::snprintf(escaped, sizeof escaped, "\\u%04x", static_cast<unsigned char>(c));
        all += c == 'a' || c == '^' || c == '=' || c == ' ' || c == '/' ? std::string(1, c)
               : c == '"'                                               ? "\\\""
                                                                        : std::string(escaped);
      }
      return all + "\"";
    };
    std::string text;
    Names names;
    for (const auto& [key, value] : features) {
      text += "{\"y\":1," + quoted("k" + key) + ":" + quoted(value) + "}\n";
      const std::string name = "k" + key + "=" + value;
      if (std::ranges::find(names, name) == names.end()) names.push_back(name);
    }
    const Reading reading = read(text);
    RC_ASSERT(reading.complaints.empty());
    RC_ASSERT(reading.names == names);
  }));
}

TEST_CASE("numbers of JSON lines are those that strtod reads") {
  CHECK(read("{\"y\":123456789012345678901234567890}").rows == "1| 1.2345678901234568e+29 1\n");
  CHECK(read("{\"y\":1e-400}").rows == "1| 0 1\n");
  CHECK(rc::check([] {
    const auto value = *rc::gen::arbitrary<double>();
    RC_PRE(std::isfinite(value));
    const int digits = *rc::gen::inRange(1, 30);
    char text[400];
    std::snprintf(text, sizeof text, *rc::gen::element("%.*g", "%.*e"), digits, value);
    const double expected = std::strtod(text, nullptr);
    RC_PRE(std::isfinite(expected));
    Complaints complaints;
    FeatureNames names;
    JsonLinesParser parser({"t.jsonl", false, true, &complaints, &names}, {});
    Dataset rows;
    const std::string line = std::string("{\"y\":") + text + "}";
    parse_pieces(parser, {line}, rows);
    RC_ASSERT(rows.size() == 1U);
    RC_ASSERT(rows.label(0) == expected);
  }));
}

TEST_CASE("objects that share their keys are spread over the table and each key of each is read once") {
  constexpr std::size_t objects = 100'000;
  constexpr std::size_t keys = 4;
  constexpr std::size_t slots = std::size_t{1} << 20U;
  constexpr std::size_t stretch = 1024;
  std::vector<std::size_t> taken(slots / stretch);
  for (std::size_t object = 0; object < objects; ++object) {
    for (const char* key : {"a", "b", "c", "d"}) ++taken[json::Keys::first_place(object, key) % slots / stretch];
  }
  // No stretch is filled twice as much as all of them on average.
  CHECK(*std::ranges::max_element(taken) < 2 * objects * keys / taken.size());
  std::string line = "{\"y\":1";
  for (std::size_t i = 0; i < objects; ++i) line += fmt::format(",\"{}\":{{\"a\":1,\"b\":2,\"c\":3,\"d\":4}}", i);
  CHECK(read(line + "}").names.size() == objects * keys);
  CHECK_THAT(refusal(line + ",\"x\":{\"a\":1,\"b\":2,\"a\":3}}"), Catch::Contains("key 'a' is repeated"));
}

}  // namespace jsonl_test
