// The column whose cells come back with predictions, in tables and in JSON lines.
#include <catch2/catch.hpp>

#include "data/formats/csv/parser.hpp"
#include "data/formats/jsonl/parser.hpp"
#include "data/reading.hpp"

namespace ids_test {

using namespace tacit;
using Catch::Matchers::Contains;
using Catch::Matchers::Equals;

namespace {

Reading table(std::string_view text, const std::string& id, Manner manner = {}, CsvSettings settings = {}) {
  settings.id = id;
  return reading_of<CsvParser>("t.csv", {text}, manner, settings);
}
std::string refused_table(std::string_view text, const std::string& id, const CsvSettings& settings = {}) {
  return refusal_of([&] { table(text, id, {.on_error = OnError::stop}, settings); });
}

Reading lines(std::string_view text, JsonLinesSettings settings = {.id_field = "id"}, Manner manner = {}) {
  return reading_of<JsonLinesParser>("t.jsonl", {text}, manner, settings);
}
std::string refused_lines(std::string_view text, const JsonLinesSettings& settings = {.id_field = "id"}) {
  return refusal_of([&] { lines(text, settings, {.on_error = OnError::stop}); });
}

}  // namespace

TEST_CASE("the id of a table's row is its cell without quotes, and no feature") {
  const Reading reading =
      table("user,label,a\nu1,1,2\n\"a, \"\"b\"\" \",2,3\n 7 ,3,4\n12e400,4,5\nNA,5,6\n\xc3\xa9,6,7\n", "user");
  CHECK(reading.rows ==
        "2| 1 1 1:2 'u1\n3| 2 1 1:3 'a, \"b\" \n4| 3 1 1:4 ' 7 \n5| 4 1 1:5 '12e400\n6| 5 1 1:6 'NA\n7| 6 1 1:7 '\xc3\xa9\n");
  CHECK(reading.names == std::vector<std::string>{"a"});
  CHECK(reading.complaints.empty());
  CHECK(reading.notes.empty());
}

TEST_CASE("an empty cell is no id, and is not missing either") {
  const Reading reading = table("user,label,a\n,1,2\n\"\",2,3\n  ,3,4\n\" \",4,5\nx,5,6\r\n", "user");
  CHECK(reading.rows == "2| 1 1 1:2\n3| 2 1 1:3\n4| 3 1 1:4\n5| 4 1 1:5\n6| 5 1 1:6 'x\n");
  CHECK(reading.missing == 0);
  CHECK(table("label,a,user\n1,2,\r\n2,3,y\r\n", "user").rows == "2| 1 1 1:2\n3| 2 1 1:3 'y\n");
}

TEST_CASE("the id's column can be given by its number, with a header or without") {
  CHECK(table("user,label,a\nu1,1,2\n", "1").rows == "2| 1 1 1:2 'u1\n");
  CHECK(table(",label,a\nu1,1,2\n", "1").rows == "2| 1 1 1:2 'u1\n");  // as pandas writes an index
  // What is left is numbered from 1, and its first column is the label.
  CHECK(table("7,1,2\n8,-1,3\n", "1").rows == "1| 1 1 1:2 '7\n2| -1 1 1:3 '8\n");
  CHECK(table("1,7,2\n-1,8,3\n", "2").rows == "1| 1 1 1:2 '7\n2| -1 1 1:3 '8\n");
  // A name stands in a header, though all other columns are called by numbers.
  CHECK(table("1,user,2\n3,u,4\n", "user", {}, {.label_column = "1"}).rows == "2| 3 1 1:4 'u\n");
}

TEST_CASE("a table's row whose id would break a line is bad") {
  CHECK(table("user,label\n\"a\nb\",1\nx\ty,2\n\"x\ty\",3\n\"a\"\"\x01\",4\n\xff,5\ny\x7f,6\ngood,7\n", "user").complaints ==
        std::vector<std::string>{"t.csv:2:3: found '\\x0a'; expected text without control characters",
                                 "t.csv:4:2: found '\\x09'; expected text without control characters",
                                 "t.csv:5:3: found '\\x09'; expected text without control characters",
                                 "t.csv:6:5: found '\\x01'; expected text without control characters",
                                 "t.csv:7:1: found '\\xff'; expected a character in UTF-8"});
  CHECK(table("user,label\n\"a\nb\",1\ngood,7\n", "user").rows == "4| 7 1 'good\n");
}

TEST_CASE("a table's id may be its time or its group, which stay what they are") {
  const std::string text = "when,shop,label,a\n2024-01-01T01:00,n,1,2\n \"2024-01-01 02:00\" ,s,2,3\n3,\"s, t\",3,4\n";
  const CsvSettings settings{.time = "when", .group = "shop"};
  CHECK(table(text, "when", {}, settings).complaints.size() == 1);  // a quote behind a blank
  const Reading times = table(text.substr(0, text.find(" \"")) + "\"2024-01-01 02:00\",s,2,3\n 3 ,s,3,4\n", "when", {}, settings);
  CHECK(times.complaints.empty());
  CHECK(times.rows == "2| 1 1 1:1 2:2 '2024-01-01T01:00\n3| 2 1 2:3 3:1 '2024-01-01 02:00\n4| 3 1 2:4 3:1 '3\n");
  CHECK(times.names == std::vector<std::string>{"shop=n", "a", "shop=s"});
  const Reading groups = table("when,shop,label,a\n1,n,1,2\n2,\"s, t\",2,3\n", "shop", {}, settings);
  CHECK(groups.rows == "2| 1 1 1:1 2:2 'n\n3| 2 1 2:3 3:1 's, t\n");
  CHECK(groups.names == std::vector<std::string>{"shop=n", "a", "shop=s, t"});
  CHECK(table("when,shop,label\n1,\"s\nt\",1\n", "shop", {}, settings).complaints ==
        std::vector<std::string>{"t.csv:2:5: found '\\x0a'; expected text without control characters"});
  // Without a header, what is no feature has no number.
  CHECK(table("5,1,2\n", "1", {}, {.header = false, .time = "1"}).rows == "1| 1 1 1:2 '5\n");
}

TEST_CASE("a table's id that is something else, or nowhere, is an error") {
  const std::string text = "label,weight,a,b\n1,2,3,4\n";
  CHECK_THAT(refused_table(text, "label"), Equals("t.csv:1:1: id label: this column is the label; expected another"));
  CHECK_THAT(refused_table(text, "a", {.label_column = "a"}),
             Equals("t.csv:1:14: id a: this column is the label; expected another"));
  CHECK_THAT(refused_table(text, "weight"), Equals("t.csv:1:7: id weight: this column is the weight; expected another"));
  CHECK_THAT(refused_table(text, "b", {.ignored = {"b"}}), Equals("t.csv:1:16: id b: this column is left out; expected another"));
  CHECK_THAT(refused_table(text, "b", {.categorical = {"b"}}),
             Equals("t.csv:1:16: categorical b: this column is the id; expected a feature"));
  CHECK_THAT(refused_table(text, "c"), Contains("id c: there is no such column; ") && Contains("'label', 'weight', 'a', 'b'"));
  CHECK_THAT(refused_table("1,2\n", "3"), Contains("id 3: there is no such column; without a header"));
  // Data need not have what a model remembers.
  CHECK(table(text, "c", {}, {.id_remembered = true}).rows == "2| 1 2 1:3 2:4\n");
}

TEST_CASE("the id of a JSON line is a string without its escapes, or another value as it is written") {
  const Reading reading = lines(R"({"id": "u \"1\" \u00e9", "label": 1, "a": 2}
{"label": 2, "a": 3, "id": 1.50e1 }
{"label": 3, "id":true, "a": 4}
{"label": 4, "a": {"id": 5}, "id": null}
{"label": 5, "id": ""}
{"label": 6}
)");
  CHECK(reading.rows == "1| 1 1 1:2 'u \"1\" \xc3\xa9\n2| 2 1 1:3 '1.50e1\n3| 3 1 1:4 'true\n4| 4 1 2:5\n5| 5 1\n6| 6 1\n");
  CHECK(reading.names == std::vector<std::string>{"a", "a^id"});
  CHECK(reading.complaints.empty());
  CHECK(reading.notes.empty());
  // The first row decides which field is the label, and is then read once more.
  CHECK(lines("{\"id\":\"x\",\"y\":1}\n{\"id\":\"z\",\"y\":2}\n").rows == "1| 1 1 'x\n2| 2 1 'z\n");
}

TEST_CASE("a JSON line's id may be its time or its group, which stay what they are") {
  const std::string text = "{\"at\":\"1970-01-01T00:00:01Z\",\"shop\":\"a\",\"y\":1}\n{\"y\":2,\"shop\":7,\"at\":2.50}\n";
  CHECK(lines(text, {.id_field = "at", .time_field = "at", .group_field = "shop"}).rows ==
        "1| 1 1 1:1 '1970-01-01T00:00:01Z\n2| 2 1 2:1 '2.50\n");
  CHECK(lines(text, {.id_field = "shop", .time_field = "at", .group_field = "shop"}).rows == "1| 1 1 1:1 'a\n2| 2 1 2:1 '7\n");
  CHECK_THAT(refused_lines("{\"y\":1,\"shop\":\"a\\nb\"}", {.id_field = "shop", .group_field = "shop"}),
             Contains("t.jsonl:1:15: id 'a\\x0ab'; expected text without control characters"));
}

TEST_CASE("a JSON line whose id would break a line, or is several values, is bad") {
  CHECK(lines(R"({"label": 1, "id": "a\nb"}
{"label": 1, "id": "\u0000"}
{"label": 1, "id": [1]}
{"label": 1, "id": {}}
{"label": 1, "id": 1e999}
{"label": 1, "id": tru}
{"label": 7, "id": "good"}
)")
            .rows == "7| 7 1 'good\n");
  CHECK_THAT(refused_lines("{\"label\": 1, \"id\": \"a\\nb\"}"),
             Equals("t.jsonl:1:20: id 'a\\x0ab'; expected text without control characters"));
  CHECK_THAT(refused_lines("{\"label\": 1, \"id\": [1]}"),
             Contains("t.jsonl:1:20: id ") && Contains("expected a string, a number"));
}

TEST_CASE("a JSON line's id that is something else is an error, and one that is nowhere a note") {
  const std::string text = "{\"label\": 1, \"weight\": 2, \"a\": 3}\n";
  CHECK_THAT(refused_lines(text, {.id_field = "label"}), Equals("t.jsonl: id label: this field is the label; expected another"));
  CHECK_THAT(refused_lines(text, {.label_field = "a", .id_field = "a"}),
             Equals("t.jsonl: id a: this field is the label; expected another"));
  CHECK_THAT(refused_lines(text, {.id_field = "weight"}),
             Equals("t.jsonl: id weight: this field is the weight; expected another"));
  CHECK_THAT(refused_lines(text, {.label_field = {}, .ignored = {"a"}, .id_field = "a"}),
             Equals("t.jsonl: id a: this field is left out; expected another"));
  CHECK(lines(text).notes == std::vector<std::string>{"t.jsonl: id id: the first row has no such field"});
  CHECK(lines(text, {.id_field = "id", .id_remembered = true}).notes.empty());
}

}  // namespace ids_test
