#include "run/json_writer.hpp"

#include <catch2/catch.hpp>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "run/json_tree.hpp"
#include "tacit/data/data_error.hpp"

namespace json_writer_test {

using namespace tacit;

namespace {

template <class Write>
std::string written(JsonWriter::Look look, Write write) {
  std::string text;
  JsonWriter json([&](std::string_view piece) { text += piece; }, look);
  write(json);
  json.finish();
  return text;
}

void some(JsonWriter& json) {
  json.begin_object();
  json.key("a");
  json.begin_list();
  json.number(1);
  json.count(2);
  json.flag(true);
  json.null();
  json.end_list();
  json.key(7);
  json.row(std::vector<double>{0.5, 1e300});
  json.key("empty");
  json.begin_object();
  json.end_object();
  json.key("rows");
  json.begin_list();
  json.row(std::vector<Index>{3}, std::vector<double>{-2});
  json.end_list();
  json.end_object();
}

std::string text_of(std::string_view text) {
  return written(JsonWriter::Look::compact, [&](JsonWriter& json) { json.text(text); });
}
std::string number_of(double number) {
  return written(JsonWriter::Look::compact, [&](JsonWriter& json) { json.number(number); });
}

}  // namespace

TEST_CASE("JSON is written with a value per line, numbers of a feature on one, or without blanks") {
  CHECK(written(JsonWriter::Look::compact, some) == R"({"a":[1.0,2,true,null],"7":[0.5,1e+300],"empty":{},"rows":[[3,-2.0]]})");
  CHECK(written(JsonWriter::Look::lines, some) == R"({
  "a": [
    1.0,
    2,
    true,
    null
  ],
  "7": [0.5, 1e+300],
  "empty": {},
  "rows": [
    [3, -2.0]
  ]
})");
}

TEST_CASE("numbers are as short as they can be, and no number becomes a count") {
  CHECK(number_of(0.1) == "0.1");
  CHECK(number_of(5) == "5.0");
  CHECK(number_of(-0.0) == "-0.0");
  CHECK(number_of(1e-5) == "1e-05");
  CHECK(number_of(5e-324) == "5e-324");
  CHECK(number_of(0x1p53) == "9007199254740992.0");
  CHECK(number_of(std::numeric_limits<double>::infinity()) == "null");
}

TEST_CASE("texts are escaped, and what would steer a terminal or turn a line around is never raw") {
  CHECK(text_of("a\"b\\c\n\x01\x7f") == R"("a\"b\\c\n\u0001\u007f")");
  CHECK(text_of("\xc2\x9b\xe2\x80\xae\xe2\x81\xa6") == R"("\u009b\u202e\u2066")");
  CHECK(text_of("é€😀") == "\"é€😀\"");
  CHECK_THROWS_AS(text_of("\xff"), DataError);
  for (const std::string text : {"\xc2\x9b\xe2\x80\xae", "é€😀\n\t\"\\", "\b\f\r"}) {
    const std::string json = text_of(text);
    CHECK(JsonTree(json, "m").root().text() == text);
    CHECK(nlohmann::json::parse(json) == text);
  }
}

TEST_CASE("what is written leaves in pieces") {
  std::size_t largest = 0;
  std::size_t all = 0;
  JsonWriter json(
      [&](std::string_view piece) {
        largest = std::max(largest, piece.size());
        all += piece.size();
      },
      JsonWriter::Look::lines);
  json.begin_list();
  for (int i = 0; i < 1'000'000; ++i) json.number(i);
  json.end_list();
  json.finish();
  CHECK(all > 8'000'000);
  CHECK(largest < 1'000'000);
}

}  // namespace json_writer_test
