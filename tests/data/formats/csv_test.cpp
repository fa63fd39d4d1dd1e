#include "data/formats/csv/parser.hpp"

#include <rapidcheck.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>

#include "data/plain.hpp"
#include "data/reading.hpp"

namespace csv_test {

using namespace tacit;
using Catch::Matchers::EndsWith;
using Catch::Matchers::Equals;
using Catch::Matchers::StartsWith;

namespace {

Reading read_pieces(const std::vector<std::string_view>& pieces, const CsvSettings& settings = {}, Manner manner = {}) {
  return reading_of<CsvParser>("t.csv", pieces, manner, settings);
}

Reading read(std::string_view text, const CsvSettings& settings = {}, bool labelled = true) {
  return read_pieces({text}, settings, {labelled});
}

std::string refusal(std::string_view text, const CsvSettings& settings = {}) {
  return refusal_of([&] { read_pieces({text}, settings, {true, OnError::stop}); });
}

CsvSettings with_label(std::string column) {
  CsvSettings settings;
  settings.label_column = std::move(column);
  return settings;
}

CsvSettings with_header(bool header) {
  CsvSettings settings;
  settings.header = header;
  return settings;
}

CsvSettings with_categorical(std::vector<std::string> columns) {
  CsvSettings settings;
  settings.categorical = std::move(columns);
  return settings;
}

}  // namespace

TEST_CASE("a header names the features and the label of a table") {
  const Reading table = read("a,label,b\n1,2,3\n4,5,6\n");
  CHECK(table.rows == "2| 2 1 1:1 2:3\n3| 5 1 1:4 2:6\n");
  CHECK(table.names == std::vector<std::string>{"a", "b"});
  CHECK(read_pieces({"y\n7\n"}, {}, {.bias = true}).rows == "2| 7 1 0:1\n");  // with the bias
}

TEST_CASE("without a header the label is first and features are numbered") {
  const std::string_view text = "1,0.5,0,2\n-1,1e-3,+4, 5 \n";
  Complaints complaints;
  FeatureNames names;
  CsvParser parser({"t.csv", false, true, &complaints, &names}, {});
  Dataset rows;
  parse_pieces(parser, {text}, rows);
  CHECK(written(rows) == "1| 1 1 1:0.5 3:2\n2| -1 1 1:0.001 2:4 3:5\n");
}

TEST_CASE("numbered features leave out the label wherever it is") {
  Complaints complaints;
  FeatureNames names;
  CsvParser parser({"t.csv", false, true, &complaints, &names}, with_label("2"));
  Dataset rows;
  parse_pieces(parser, {"10,1,30\n11,-1,31\n"}, rows);
  CHECK(written(rows) == "1| 1 1 1:10 2:30\n2| -1 1 1:11 2:31\n");
}

TEST_CASE("the delimiter is the one that the first record has most of outside quotes") {
  CHECK(read("a\ty\n1\t2\n").rows == "2| 2 1 1:1\n");
  CHECK(read("a;y\n1;2\n").rows == "2| 2 1 1:1\n");
  CHECK(read("\"a,b,c\";y\n1;2\n").names == std::vector<std::string>{"a,b,c"});
  CHECK(read("\n\r\n\"a,b\nc\";y\n1;2\n").names == std::vector<std::string>{"a,b\nc"});
  CsvSettings settings;
  settings.delimiter = '|';
  CHECK(read("a,b|y\n1|2\n", settings).names == std::vector<std::string>{"a,b"});
  settings.delimiter = '"';
  CHECK_THROWS_AS(read("", settings), std::invalid_argument);
}

TEST_CASE("quotes hold delimiters and line ends and quotes") {
  const Reading table = read("y,c\n1,\"a,\"\"b\"\"\r\nc\"\n\"2\",\"a\"\r\n3,\"\"\n");
  CHECK(table.rows == "2| 1 1 1:1\n4| 2 1 2:1\n5| 3 1\n");
  CHECK(table.names == std::vector<std::string>{"c=a,\"b\"\r\nc", "c=a"});
}

TEST_CASE("carriage returns and empty lines are no content") {
  CHECK(read("y,a\r\n\r\n1,2\r\n\n3,4\r\n\r\n").rows == "3| 1 1 1:2\n5| 3 1 1:4\n");
  CHECK(read("y,a\r\n1,2\r").rows == "2| 1 1 1:2\n");
  CHECK(read("y,a\n1,2").rows == "2| 1 1 1:2\n");
  CHECK(read("").rows.empty());
  CHECK(read("\n\r\n").rows.empty());
}

TEST_CASE("quotes in wrong places are refused with line and column") {
  CHECK_THAT(refusal("y,c\n1,\"a\"b\n"), Equals("t.csv:2:6: text behind a closing quote; double quotes that are inside a field"));
  CHECK_THAT(refusal("y,c\n1,a\"b\"\n"),
             Equals("t.csv:2:4: a quote inside a field without quotes; put the field in quotes and double those inside"));
  CHECK_THAT(refusal("y,c\n1,\"a\nb,3\n"),
             Equals("t.csv:2:3: the quote of '\"a' is never closed; expected another one behind the field"));
  CHECK_THAT(refusal("y,c\n1,\"a\nb\"x\n"),
             Equals("t.csv:3:3: text behind a closing quote; double quotes that are inside a field"));
  CHECK_THAT(refusal("y,\"c\"x\n1,2\n"), Equals("t.csv:1:6: text behind a closing quote; double quotes that are inside a field"));
}

TEST_CASE("a record with another number of fields is refused with both counts") {
  CHECK_THAT(refusal("y,a\n1,2\n1,2,3\n"), Equals("t.csv:3:5: found 3 fields, the first too many '3'; expected 2 as in line 1"));
  CHECK_THAT(refusal("\ny,a\n1\n"), Equals("t.csv:3:2: found the end of the record behind 1 field; expected 2 as in line 2"));
}

TEST_CASE("the first record is a header if no field is a number") {
  CHECK(read("y,a\n").rows.empty());
  CHECK(read("1,a\n").rows == "1| 1 1 1:1\n");
  CHECK(read("1,a\n").names == std::vector<std::string>{"1=a"});
  CHECK_THAT(refusal(",\n"), StartsWith("t.csv:1:1: the label is missing; expected a number"));  // all empty: no header
  CHECK(read("1,2\n3,4\n", with_header(true), false).names == std::vector<std::string>{"1", "2"});
  CHECK_THAT(refusal("y,a\n1,2\n", with_header(false)), StartsWith("t.csv:1:1: label 'y'; expected a number; for two classes"));
  CHECK_THAT(refusal("y,,a\n"), Equals("t.csv:1:3: column 2 of the header has no name; expected one, or ignore 2"));
  CHECK_THAT(refusal("y,a,b, a\n"),
             Equals("t.csv:1:7: column 4 of the header repeats the name 'a'; expected all names to differ"));
}

TEST_CASE("the label is found by its name or given") {
  CHECK(read("Y,Target,Class\n1,2,x\n").rows == "2| 2 1 1:1 2:1\n");
  CHECK(read("y,a\n1,2\n", with_label("a")).rows == "2| 2 1 1:1\n");
  CHECK(read("y,a\n1,2\n", with_label("2")).rows == "2| 2 1 1:1\n");
  CHECK_THAT(refusal("a,b\n1,2\n"), Equals("t.csv:1:1: found the columns 'a', 'b'; expected one named label, target, class or y; "
                                           "say which is the label with label-column"));
  CHECK_THAT(
      refusal("price,area\n1,2\n", with_label("prize")),
      Equals("t.csv:1:1: label-column prize: there is no such column; did you mean 'price'? the columns are: 'price', 'area'"));
  CHECK_THAT(refusal("1,2\n", with_label("3")),
             Equals("t.csv:1:1: label-column 3: there is no such column; without a header, columns are numbered from 1 to 2"));
}

TEST_CASE("labels are finite numbers") {
  CHECK_THAT(refusal("y,a\ncat,1\n"), Equals("t.csv:2:1: label 'cat'; expected a number" + advice_on_word("cat").plain()));
  CHECK_THAT(refusal("a,y\n1,\n"),
             Equals("t.csv:2:3: the label is missing; expected a number, as rows without one are for predict"));
  CHECK_THAT(refusal("y,a\ninf,1\n"), Equals("t.csv:2:1: column 'y': found 'inf'; expected a finite number, below 1.8e308"));
}

TEST_CASE("unlabelled tables may lack labels or their column") {
  CHECK(read("y,a\n,1\nNA,2\n3,4\n", {}, false).rows == "2| 0 1 1:1\n3| 0 1 1:2\n4| 3 1 1:4\n");
  CHECK(read("y,a\n,1\n", {}, false).missing == 0);
  CHECK(read("a,b\n1,2\n", {}, false).rows == "2| 0 1 1:1 2:2\n");
  CHECK(read("a,b\n1,2\n", with_label("c"), false).rows == "2| 0 1 1:1 2:2\n");
}

TEST_CASE("a column named weight or importance weighs the rows") {
  CHECK(read("y,a,Weight\n1,2,0.5\n1,2,0\n").rows == "2| 1 0.5 1:2\n3| 1 0 1:2\n");
  CHECK(read("importance,a,y\n3,2,1\n").rows == "2| 1 3 1:2\n");
  CHECK_THAT(refusal("y,weight\n1,-2\n"), Equals("t.csv:2:3: weight -2; expected a number from 0 up"));
  CHECK_THAT(refusal("y,weight\n1,\n"), Equals("t.csv:2:3: the importance weight is missing; expected a number from 0 up"));
  CHECK_THAT(refusal("y,weight\n1,x\n"), Equals("t.csv:2:3: weight 'x'; expected a number from 0 up"));
}

TEST_CASE("a column of text holds categories") {
  const Reading table = read("y,c,a\n1,red,2\n2,7th,3\n3,red,0\n");
  CHECK(table.rows == "2| 1 1 1:1 2:2\n3| 2 1 2:3 3:1\n4| 3 1 1:1\n");
  CHECK(table.names == std::vector<std::string>{"c=red", "a", "c=7th"});
  CHECK(read("y,c\n1,5\n", with_categorical({"c"})).names == std::vector<std::string>{"c=5"});
  CHECK(read("1,8,5\n", with_categorical({"3"})).names == std::vector<std::string>{"1", "2=5"});
  CHECK_THAT(refusal("y,a\n1,2\n1,x\n"), Equals("t.csv:3:3: column 'a': found 'x'; expected a number as in line 2; if the column "
                                                "holds categories, say categorical a; to leave it out, ignore a"));
  CHECK_THAT(
      refusal("y,colour\n1,2\n", with_categorical({"color"})),
      Equals("t.csv:1:1: categorical color: there is no such column; did you mean 'colour'? the columns are: 'y', 'colour'"));
  CHECK_THAT(refusal("y,a\n1,2\n", with_categorical({"y"})),
             Equals("t.csv:1:1: categorical y: this column is the label; expected a feature"));
}

TEST_CASE("what begins like a number and is none never decides what a column holds") {
  for (const std::string cell :
       {"1.2.3", "\"1,5\"", "12abc", "-3x", ".5.", "2024-15-05", "0x1f", "1e", "1 2", "+.1.1", "--1", "-+.5"}) {
    const std::string bare = cell.starts_with('"') ? cell.substr(1, cell.size() - 2) : cell;
    CHECK_THAT(refusal("y,a\n1,NA\n1," + cell + "\n"),
               Equals("t.csv:3:3: column 'a': found '" + bare +
                      "'; expected a number; if the column holds categories, say categorical a; to leave it out, ignore a"));
    CHECK(read("y,a\n1," + cell + "\n1,3\n").rows == "3| 1 1 1:3\n");
    CHECK(read("y,a\n1," + cell + "\n1,3\n", with_categorical({"a"})).names == std::vector<std::string>{"a=" + bare, "a=3"});
    CHECK(read("y,a\n1,text\n1," + cell + "\n").names == std::vector<std::string>{"a=text", "a=" + bare});
  }
  for (const std::string cell : {"-", "+", ".", "-.", "x1", "e5", "--", "--x"})
    CHECK(read("y,a\n1," + cell + "\n").names == std::vector<std::string>{"a=" + cell});
}

TEST_CASE("a number in a column of text is refused unless the column is called categorical") {
  for (const char* cell : {"7", "\"7\"", " -1.5 ", "1e999"}) {
    CAPTURE(cell);
    const std::string text = std::string("y,c\n1,red\n1,") + cell + "\n";
    CHECK_THAT(refusal(text), StartsWith("t.csv:3:3: column 'c': found the number '") &&
                                  EndsWith("'; expected text as in line 2; if numbers are categories too, say categorical c; "
                                           "to leave it out, ignore c"));
    CHECK(read(text).rows == "2| 1 1 1:1\n");
    CHECK(read(text, with_categorical({"c"})).rows == "2| 1 1 1:1\n3| 1 1 2:1\n");
  }
}

TEST_CASE("columns taken as categories are noted once") {
  CHECK(read("y,c,a,d\n1,red,2,x\n1,blue,3,y\n").notes ==
        std::vector<std::string>{
            "columns 'c', 'd' are taken as categories, since t.csv:2 has text there; to say that this is meant: "
            "categorical"});
  CHECK(read("y,c\n1,\n1,red\n", with_categorical({"c"})).notes.empty());
  CHECK(read("y,\"a\tb\"\n1,red\n").notes.at(0).starts_with("column 'a\\x09b' is taken"));
}

TEST_CASE("a column holds the same in every file") {
  const auto seen = std::make_shared<ColumnsSeen>();
  Complaints complaints(OnError::skip);
  FeatureNames names{std::vector<std::string>{}};
  Dataset rows;
  CsvSettings settings;
  settings.columns_seen = seen;
  CsvParser first({"a.csv", false, true, &complaints, &names}, settings);
  parse_pieces(first, {"y,n,c\n1,2,red\n1,,\n"}, rows);
  CsvParser second({"b.csv", false, true, &complaints, &names}, settings);
  parse_pieces(second, {"y,c,n\n1,7,3\n1,red,x\n1,blue,5\n1,NA,1\n"}, rows);
  CHECK(written(rows) == "2| 1 1 1:2 2:1\n3| 1 1 1:nan\n4| 1 1 1:5 3:1\n5| 1 1 1:1\n");
  CHECK(plain(complaints.first()) ==
        std::vector<std::string>{"b.csv:2:3: column 'c': found the number '7'; expected text as in a.csv:2; if numbers are "
                                 "categories too, say categorical c; to leave it out, ignore c",
                                 "b.csv:3:7: column 'n': found 'x'; expected a number as in a.csv:2; if the column holds "
                                 "categories, say categorical n; to leave it out, ignore n"});
  seen->note_missing(complaints);
  CHECK(complaints.notes().back().plain() == "3 cells are missing: 2 in column 'c', 1 in column 'n'");
}

TEST_CASE("names of the header are shown with odd bytes escaped") {
  CHECK_THAT(refusal("\"a\tc\",b\n1,2\n"), StartsWith("t.csv:1:1: found the columns 'a\\x09c', 'b'; "));
  CHECK_THAT(refusal("y,\"a\tc\"\n1,1\n1,x\n"), StartsWith("t.csv:3:3: column 'a\\x09c': found 'x'; "));
}

TEST_CASE("missing cells are absent and counted") {
  const Reading table = read("y,a,c\n1,,x\n1,NA,N/A\n1,NaN,nan\n1,null,NULL\n1,?, ? \n1,\"\",x\n1,5,x\n");
  CHECK(table.rows == "2| 1 1 1:1\n3| 1 1\n4| 1 1\n5| 1 1\n6| 1 1\n7| 1 1 1:1\n8| 1 1 1:1 2:5\n");
  CHECK(table.missing == 10);
  CHECK(table.names == std::vector<std::string>{"c=x", "a"});
}

TEST_CASE("infinite and overflowing numbers are refused in tables") {
  for (const char* number : {"inf", "-Infinity", "1e400"}) {
    const std::string text = std::string("y,a\n1,") + number + "\n";
    CHECK_THAT(refusal(text),
               Equals(std::string("t.csv:2:3: column 'a': found '") + number + "'; expected a finite number, below 1.8e308"));
  }
  CHECK(read("y,a\n1,1e-400\n").rows == "2| 1 1\n");
}

TEST_CASE("columns that share an index are summed") {
  Complaints complaints(OnError::skip);
  FeatureNames names(1);
  CsvParser parser({"t.csv", false, true, &complaints, &names}, {});
  Dataset rows;
  parse_pieces(parser, {"y,a,b,c,d,e,f\n1,1,1,1,1,1,1\n1,1e308,1e308,1e308,1e308,1e308,1e308\n"}, rows);
  REQUIRE(rows.size() == 1);
  double sum = 0;
  for (const double value : rows.values(0)) sum += value;
  CHECK(sum == 6);
  CHECK(plain(complaints.first()) ==
        std::vector<std::string>{
            "t.csv:3: the features that share an index add up to infinity; expected a sum that a double can hold"});
}

TEST_CASE("skipping leaves out just the bad records") {
  const Reading table = read("y,a,c\n1,2,x\n1,\"a\"b,x\nx,2,y\n1,z,z\n2,3\n3,4,\"l\n\"m,5\n1,b\"c,x\n4,5,x\n6,1e400,z\n5,6,\"q");
  CHECK(table.rows == "2| 1 1 1:2 2:1\n10| 4 1 1:5 2:1\n");
  CHECK(table.complaints ==
        std::vector<std::string>{"t.csv:3:6: text behind a closing quote; double quotes that are inside a field",
                                 "t.csv:4:1: label 'x'; expected a number" + advice_on_word("x").plain(),
                                 "t.csv:5:3: column 'a': found 'z'; expected a number as in line 2; if the column holds "
                                 "categories, say categorical a; to leave it out, ignore a",
                                 "t.csv:6:4: found the end of the record behind 2 fields; expected 3 as in line 1",
                                 "t.csv:8:2: text behind a closing quote; double quotes that are inside a field"});
  CHECK(table.names == std::vector<std::string>{"a", "c=x"});  // nothing of the others stays
}

TEST_CASE("a refused record does not decide what a column holds") { CHECK(read("y,a\nbad,text\n1,2\n").rows == "3| 1 1 1:2\n"); }

TEST_CASE("a table gives the same rows wherever its text is cut") {
  const std::string text =
      "\r\ny;\"a,\n;\";c,d\r\n1;2;\"x\"\"\r\n,;\"\r\n\n2;;\"\"\n3;a\"b;\"c\n4;5;\"z\"\n\"5\"; 6 ;z\r\n6;7;\"\n";
  const Reading whole = read(text);
  REQUIRE(whole.rows.size() > 20);
  REQUIRE(whole.complaints.size() == 2);
  for (std::size_t i = 0; i <= text.size(); ++i) {
    const std::string_view view = text;
    for (std::size_t k = i; k <= text.size(); k += 1 + k % 5) {
      const Reading cut = read_pieces({view.substr(0, i), view.substr(i, k - i), view.substr(k)});
      INFO(i << " " << k);
      REQUIRE(cut.rows == whole.rows);
      REQUIRE(cut.complaints == whole.complaints);
    }
  }
}

TEST_CASE("the delimiter is guessed the same when the first records come one by one") {
  const std::string_view text = "1;\"a\nq,\"b,1\nx,9\n";  // a quoted field between semicolons, but commas win
  for (std::size_t i = 0; i <= text.size(); ++i) {
    CHECK_THROWS_WITH(read_pieces({text.substr(0, i), text.substr(i)}),
                      "t.csv:1:3: a quote inside a field without quotes; put the field in quotes and double those inside");
  }
}

TEST_CASE("what a naive writer quotes is read back") {
  CHECK(rc::check([] {
    const auto columns = *rc::gen::inRange<std::size_t>(1, 5);
    const auto letters = rc::gen::container<std::string>(rc::gen::element('a', 'b', ',', ';', '"', '\n', ' ', '\t'));
    const auto table = *rc::gen::container<std::vector<std::vector<std::string>>>(rc::gen::container<std::vector<std::string>>(
        columns, rc::gen::map(letters, [](std::string s) { return "v" + s + "v"; })));
    const auto quoted = [](const std::string& text) {
      std::string all = "\"";
      for (const char c : text) all += c == '"' ? std::string("\"\"") : std::string(1, c);
      return all + "\"";
    };
    const char* const line_end = *rc::gen::element("\n", "\r\n");
    std::string text = "y";
    std::vector<std::string> names;
    for (std::size_t c = 0; c < columns; ++c) text += ",n" + std::to_string(c);
    text += line_end;
    std::string expected;
    std::uint64_t line = 2;
    for (const auto& row : table) {
      text += "1";
      std::vector<std::size_t> indices;
      for (std::size_t c = 0; c < columns; ++c) {
        const bool quote = row[c].find_first_of(",\"\n\r\t;") != std::string::npos || *rc::gen::arbitrary<bool>();
        text += "," + (quote ? quoted(row[c]) : row[c]);
        const std::string name = "n" + std::to_string(c) + "=" + row[c];
        const auto found = std::ranges::find(names, name);
        indices.push_back(static_cast<std::size_t>(found - names.begin()) + 1);
        if (found == names.end()) names.push_back(name);
      }
      std::ranges::sort(indices);
      expected += std::to_string(line) + "| 1 1";
      for (const auto index : indices) expected += " " + std::to_string(index) + ":1";
      expected += "\n";
      text += line_end;
      for (const auto& cell : row) line += static_cast<std::uint64_t>(std::ranges::count(cell, '\n'));
      ++line;
    }
    const auto cut = *rc::gen::inRange<std::size_t>(0, text.size() + 1);
    const Reading reading = read_pieces({std::string_view(text).substr(0, cut), std::string_view(text).substr(cut)});
    RC_ASSERT(reading.complaints.empty());
    RC_ASSERT(reading.names == names);
    RC_ASSERT(reading.rows == expected);
  }));
}

TEST_CASE("numbers of tables are those that strtod reads") {
  CHECK(rc::check([] {
    const auto value = *rc::gen::arbitrary<double>();
    RC_PRE(std::isfinite(value) && value != 0);
    const int digits = *rc::gen::inRange(1, 20);
    char text[400];
    std::snprintf(text, sizeof text, *rc::gen::element("%.*g", "%.*e"), digits, value);
    const double expected = std::strtod(text, nullptr);
    RC_PRE(std::isfinite(expected) && expected != 0);
    Complaints complaints;
    FeatureNames names;
    CsvParser parser({"t.csv", false, true, &complaints, &names}, {});
    Dataset rows;
    const std::string line = std::string("1,") + text + "\n";
    parse_pieces(parser, {line}, rows);
    RC_ASSERT(rows.size() == 1U);
    RC_ASSERT(rows.row(0).value[0] == expected);
  }));
}

TEST_CASE("categories and names of columns are UTF-8 without control characters") {
  constexpr const char* no_control = "expected text without control characters";
  CHECK(read_pieces({"y,c\n1,\xc3\xa4\n1,\"a\tb\r\nc\"\n"}).names == std::vector<std::string>{"c=\xc3\xa4", "c=a\tb\r\nc"});
  CHECK_THAT(refusal("y,c\n1,a\n1,ab\xff\n"), Equals("t.csv:3:5: found '\\xff'; expected a character in UTF-8"));
  CHECK_THAT(refusal("y,c\n1,a\n1,\"\"\"\n\xff\"\n"), Equals("t.csv:4:1: found '\\xff'; expected a character in UTF-8"));
  CHECK_THAT(refusal("y,c\xff\n1,2\n"), Equals("t.csv:1:4: found '\\xff'; expected a character in UTF-8"));
  CHECK_THAT(refusal(std::string("y,c\n1,b\n1,b\0c\n", 15)), StartsWith("t.csv:3:4: ") && EndsWith(no_control));
  for (const char* text :
       {"y,c\n1,\x1b[0m\n", "y,c\n1,a\rb\n", "y,c\n1,\"a\rb\"\n", "y,c\n1,a\x7f\n", "y,c\n1,a\tb\n", "y,c\x01\n1,a\n"})
    CHECK_THAT(refusal(text), StartsWith("t.csv:") && EndsWith(no_control));
}

TEST_CASE("the delimiter of a table can be told") {
  CsvSettings settings;
  settings.delimiter = '|';
  CHECK(reading_of<CsvParser>("t.csv", {"y|a, b, c|d\n1|2|x,y\n"}, {}, settings).names ==
        std::vector<std::string>{"a, b, c", "d=x,y"});
}

}  // namespace csv_test
