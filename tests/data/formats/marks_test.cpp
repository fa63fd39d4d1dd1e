// The columns that say when a row was and whose it is, in tables and in JSON lines.
#include <catch2/catch.hpp>

#include "data/formats/csv/parser.hpp"
#include "data/formats/jsonl/parser.hpp"
#include "data/reading.hpp"

namespace marks_test {

using namespace tacit;
using Catch::Matchers::Contains;

namespace {

struct Marked {
  Dataset rows;
  std::vector<std::string> names;
  std::vector<std::string> complaints;
  std::vector<std::string> notes;
};

template <class Parser, class Settings>
Marked marked(std::string_view text, const Settings& settings, OnError on_error = OnError::skip) {
  Complaints complaints(on_error);
  FeatureNames names{std::vector<std::string>{}};
  Parser parser({"t", false, true, &complaints, &names}, settings);
  Marked found;
  parse_pieces(parser, {text}, found.rows);
  found.names = names.dictionary();
  found.complaints = plain(complaints.first());
  found.notes = plain(complaints.notes());
  return found;
}
Marked table(std::string_view text, const CsvSettings& settings) { return marked<CsvParser>(text, settings); }
Marked lines(std::string_view text, const JsonLinesSettings& settings) { return marked<JsonLinesParser>(text, settings); }

std::string refused(std::string_view text, const CsvSettings& settings) {
  return refusal_of([&] { marked<CsvParser>(text, settings, OnError::stop); });
}
std::string refused(std::string_view text, const JsonLinesSettings& settings) {
  return refusal_of([&] { marked<JsonLinesParser>(text, settings, OnError::stop); });
}

}  // namespace

TEST_CASE("the time of a table's row is no feature, its group is a category") {
  const Marked found =
      table("when,shop,label,a\n1970-01-01T00:00:01,7,1,2\n\"1970-01-01 00:00:02\",8,2,3\r\n", {.time = "when", .group = "shop"});
  REQUIRE(found.rows.size() == 2);
  CHECK(found.rows.mark(0).time.instant == 1000);
  CHECK(found.rows.mark(1).time.instant == 2000);
  CHECK(found.rows.mark(0).group == group_key("7"));
  CHECK(found.rows.mark(1).group == group_key("8"));
  CHECK(found.names == std::vector<std::string>{"shop=7", "a", "shop=8"});
  CHECK(found.complaints.empty());
}

TEST_CASE("a table without a header can have its time and group by number") {
  const Marked found = table("1,5,3,9\n2,6,4,9\n", {.time = "1", .group = "4"});
  REQUIRE(found.rows.size() == 2);
  CHECK(found.rows.label(0) == 5);
  CHECK(found.rows.mark(1).time.instant == 2000);
  CHECK(found.rows.mark(1).group == group_key("9"));
}

TEST_CASE("a time that cannot be read, and a group that is missing, make a row bad") {
  const CsvSettings both{.time = "when", .group = "shop"};
  const Marked found = table("when,shop,label\nyesterday,a,1\n,a,1\n2024-01-01,,1\n2024-01-01,NA,1\n2024-01-02,b,2\n", both);
  CHECK(found.rows.size() == 1);
  CHECK(found.rows.mark(0).group == group_key("b"));
  REQUIRE(found.complaints.size() == 4);
  CHECK_THAT(found.complaints[0], Contains("t:2:1") && Contains("'yesterday'") && Contains("expected a time such as"));
  CHECK_THAT(found.complaints[1], Contains("t:3:1") && Contains("the time is missing"));
  CHECK_THAT(found.complaints[2], Contains("t:4:12") && Contains("the group is missing"));
  CHECK_THAT(found.complaints[3], Contains("t:5:12") && Contains("the group is missing"));
}

TEST_CASE("a second column of times is left out, and a note says so") {
  const Marked found =
      table("when,day,label,a\n2024-01-01T01:00,2024-01-01,1,2\n2024-01-01T02:00,2024-01-01,1,3\n", {.time = "when"});
  CHECK(found.names == std::vector<std::string>{"a"});
  REQUIRE(found.notes.size() == 1);
  CHECK_THAT(found.notes[0], Contains("column 'day' holds times too and is left out"));
}

TEST_CASE("times that no setting speaks of are told from numbers, and the refusal says how to take them") {
  CHECK_THAT(refused("when,label,a\n2024-01-01T01:00,1,2\n", CsvSettings{}),
             Contains("t:2:1: column 'when': found the time '2024-01-01T01:00'") && Contains("say time when;") &&
                 Contains("ignore when"));
  CHECK_THAT(refused("label,when\n1,5\n1,2024-01-01\n", CsvSettings{}), Contains("t:3:3") && Contains("say time when;"));
}

TEST_CASE("times of JSON lines that no setting speaks of are categories, and a note says how to take them") {
  const std::string_view text = "{\"at\":\"1970-01-01T00:00:01Z\",\"shop\":\"a\",\"y\":1,\"in\":{\"at\":\"1970-01-01\"}}\n";
  const Marked found = lines(text, {});
  REQUIRE(found.notes.size() == 1);
  CHECK_THAT(found.notes[0], Contains("field 'at' holds times") && Contains("say time at;") && Contains("ignore at"));
  CHECK(lines(text, {.time_field = "at"}).notes.empty());
  CHECK(lines("{\"at\":[\"1970-01-01\",\"1970-01-02\"],\"y\":1}\n", {}).notes.size() == 1);
}

TEST_CASE("a column is one thing: time and group are neither label, weight nor left out") {
  const std::string_view text = "label,weight,when,shop,user\n1,1,5,a,u\n";
  CHECK_THAT(refused(text, CsvSettings{.time = "label"}), Contains("label"));
  CHECK_THAT(refused(text, CsvSettings{.label_column = "when", .time = "when"}), Contains("this column is the label"));
  CHECK_THAT(refused(text, CsvSettings{.group = "weight"}), Contains("this column is the weight"));
  CHECK_THAT(refused(text, CsvSettings{.time = "when", .group = "when"}), Contains("this column is the time"));
  CHECK_THAT(refused(text, CsvSettings{.ignored = {"when"}, .time = "when"}), Contains("this column is left out"));
  CHECK_THAT(refused(text, CsvSettings{.categorical = {"when"}, .time = "when"}), Contains("this column is the time"));
  CHECK_THAT(refused(text, CsvSettings{.time = "wen"}), Contains("no such column") && Contains("did you mean 'when'"));
  CHECK_THAT(refused("label,a\n1,2\n", CsvSettings{.time = "when", .time_remembered = true}), Contains("the model remembers"));
}

TEST_CASE("JSON lines have times as texts or numbers, and groups of any plain value") {
  const Marked found = lines(
      "{\"at\":\"1970-01-01T00:00:01Z\",\"shop\":\"a\",\"y\":1}\n{\"y\":2,\"shop\":7,\"at\":2}\n{\"y\":3,\"shop\":true,\"at\":"
      "3000.5,\"a\":1}\n",
      {.time_field = "at", .group_field = "shop"});
  REQUIRE(found.complaints.empty());
  REQUIRE(found.rows.size() == 3);
  CHECK(found.rows.mark(0).time.instant == 1000);
  CHECK(found.rows.mark(1).time.instant == 2000);
  CHECK(found.rows.mark(2).time.instant == 3'000'500);
  CHECK(found.rows.mark(0).group == group_key("a"));
  CHECK(found.rows.mark(1).group == group_key("7"));
  CHECK(found.rows.mark(2).group == group_key("true"));
  CHECK(found.names == std::vector<std::string>{"shop=a", "shop=7", "shop=true", "a"});
}

TEST_CASE("rows of JSON lines without a good time or a group are bad") {
  const JsonLinesSettings both{.time_field = "at", .group_field = "shop"};
  CHECK_THAT(refused("{\"y\":1,\"shop\":1}\n", both), Contains("has no time"));
  CHECK_THAT(refused("{\"y\":1,\"shop\":1,\"at\":null}\n", both), Contains("has no time"));
  CHECK_THAT(refused("{\"y\":1,\"at\":1}\n", both), Contains("has no group"));
  CHECK_THAT(refused("{\"y\":1,\"at\":1,\"shop\":[1]}\n", both), Contains("group"));
  CHECK_THAT(refused("{\"y\":1,\"at\":\"soon\",\"shop\":1}\n", both), Contains("'soon'") && Contains("expected a time"));
  CHECK_THAT(refused("{\"y\":1,\"at\":true,\"shop\":1}\n", both), Contains("expected a time"));
  CHECK_THAT(refused("{\"y\":1,\"at\":1}\n", JsonLinesSettings{.time_field = "y"}), Contains("this field is the label"));
}

}  // namespace marks_test
