// Missing numbers as tables, JSON lines and caches have them, and what a stream makes of them.
#include <fmt/format.h>

#include <catch2/catch.hpp>

#include "data/formats/csv/parser.hpp"
#include "data/formats/jsonl/parser.hpp"
#include "data/plain.hpp"
#include "scratch.hpp"
#include "tacit/data/example_stream.hpp"
#include "tacit/data/writer.hpp"

namespace missing_marks_test {

using namespace tacit;
using Catch::Matchers::Contains;

namespace {

// Each row as `label index:value ...`; ! is a missing number, ? one that may be a category.
std::string text_of(const Dataset& rows) {
  std::string text;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    text += fmt::format("{}", rows.label(i));
    const Row row = rows.row(i);
    for (std::size_t k = 0; k < row.size; ++k) {
      const double value = row.value[k];
      text += fmt::format(" {}:{}", row.index[k], !is_mark(value) ? fmt::format("{}", value) : is_sure_mark(value) ? "!" : "?");
    }
    text += '\n';
  }
  return text;
}

struct Read {
  Dataset rows;
  std::vector<std::string> notes;
  std::vector<std::size_t> gaps;
  std::string text() const { return text_of(rows); }
};

struct How {
  Missing missing = Missing::mean;
  MeansFrom means_from = MeansFrom::run;
  std::vector<std::string> words{};
  std::vector<std::string> names{};
  bool cache = false;
  std::optional<std::uint64_t> limit{};
  std::optional<std::uint64_t> shuffle{};
  OnError on_error = OnError::stop;
};

Read read(const std::string& file, const How& how = {}) {
  StreamSettings settings;
  settings.files = {file};
  settings.reader.bias = false;
  settings.reader.missing_words = how.words;
  settings.missing = how.missing;
  settings.means_from = how.means_from;
  settings.cache = how.cache;
  settings.limit = how.limit;
  settings.shuffle = how.shuffle;
  Complaints complaints(how.on_error);
  FeatureNames names = how.cache || file.ends_with(".svm") ? FeatureNames() : FeatureNames(how.names);
  Read read;
  ExampleStream stream(settings, names, complaints);
  while (const Block* block = stream.next()) {
    for (const std::size_t gap : block->gaps) read.gaps.push_back(read.rows.size() + gap);
    for (std::size_t i = 0; i < block->rows.size(); ++i) read.rows.append(block->rows, i);
    for (const auto& [row, index] : block->rows.numbers()) read.rows.note_number({row, index});
  }
  read.notes = plain(complaints.notes());
  return read;
}

constexpr const char* table = "label,a,c,b\n1,2,red,\n-1,,,4\n1,NA,blue,6\n";

}  // namespace

TEST_CASE("an empty cell or a usual word in a column of numbers is missing, in one of categories absent") {
  const Scratch scratch;
  const Read found = read(scratch.write("t.csv", table));
  CHECK(found.text() == "1 1:2 2:1\n-1 1:! 3:4\n1 1:! 3:6 4:1\n");
  CHECK(found.rows.has_missing());
  CHECK(found.rows.may_miss_numbers());
  CHECK(found.rows.numbers() == std::vector<Dataset::Number>{{0, 1}, {1, 3}});
  CHECK(found.notes.back() == "4 cells are missing: 2 in column 'a', 1 in column 'b', 1 in column 'c'");
}

TEST_CASE("a column that has held nothing yet may be known to the dictionary as one of numbers") {
  const Scratch scratch;
  const std::string file = scratch.write("t.csv", "label,a,b\n1,,\n1,5,x\n");
  CHECK(read(file).text() == "1\n1 1:5 2:1\n");
  CHECK(read(file, {.names = {"b", "a"}}).text() == "1 1:? 2:?\n1 2:5 3:1\n");
}

TEST_CASE("an empty cell in a column of zeros is missing: a dictionary that spares the zeros their name gives it then") {
  const Scratch scratch;
  const std::string csv = scratch.write("t.csv", "label,a,b\n1,0,1\n1,,2\n1,4,\n");
  const std::string json = scratch.write(
      "t.jsonl", "{\"label\":1,\"a\":0,\"b\":1}\n{\"label\":1,\"a\":null,\"b\":2}\n{\"label\":1,\"a\":4,\"b\":null}\n");
  for (const std::string& file : {csv, json}) {
    CHECK(read(file).text() == "1 1:1\n1 1:2 2:!\n1 1:! 2:4\n");
    const Read skipped = read(file, {.missing = Missing::skip});
    CHECK(skipped.text() == "1 1:1\n");
    CHECK(skipped.gaps == std::vector<std::size_t>{1, 1});
  }
}

TEST_CASE("other words are missing where they are given, even those that look like numbers") {
  const Scratch scratch;
  const std::string file = scratch.write("t.csv", "label,a\n1,2\n1,-999\n1, - \n1,\n");
  CHECK(read(file, {.words = {"-", "-999"}}).text() == "1 1:2\n1 1:!\n1 1:!\n1 1:!\n");
  CHECK_THROWS_WITH(read(file), Contains("found '-'; expected a number"));
  const std::string usual = scratch.write("u.csv", "label,a\n1,2\n1,NA\n");
  CHECK_THROWS_WITH(read(usual, {.words = {"-"}}), Contains("found 'NA'; expected a number"));
}

TEST_CASE("null is missing in JSON and an absent key is 0") {
  const Scratch scratch;
  const std::string file = scratch.write("t.jsonl",
                                         "{\"label\":1,\"a\":null,\"v\":[1,null,3],\"o\":{\"x\":null}}\n{\"label\":1,\"a\":2,"
                                         "\"c\":\"NA\"}\n{\"label\":1,\"c\":\"q\"}\n");
  CHECK(read(file).text() == "1 1:! 2:1 3:! 4:3 5:!\n1 1:2 6:1\n1 7:1\n");
  CHECK(read(file, {.words = {"NA"}}).text() == "1 1:! 2:1 3:! 4:3 5:!\n1 1:2 6:!\n1 7:1\n");
  CHECK(read(file).rows.numbers() == std::vector<Dataset::Number>{{0, 1}, {0, 2}, {0, 3}, {0, 4}, {0, 5}});
  CHECK_THROWS_WITH(read(scratch.write("s.jsonl", "{\"label\":1,\"v\":[\"a\",null]}\n")),
                    Contains("expected all its elements to be numbers or null, or all strings"));
}

TEST_CASE("formats whose absent features are 0 know no missing numbers") {
  const Scratch scratch;
  CHECK(!read(scratch.write("t.svm", "1 1:2\n")).rows.may_miss_numbers());
  CHECK_THROWS(read(scratch.write("n.svm", "1 1:nan\n")));
  CHECK(!read(scratch.write("t.vw", "1 | a:2\n")).rows.may_miss_numbers());
  CHECK_THROWS(read(scratch.write("n.vw", "1 | a:nan\n")));
}

TEST_CASE("a stream fills rows, counts what is missing as 0, or leaves rows out with a gap each") {
  const Scratch scratch;
  const std::string file = scratch.write("t.csv", "label,a\n1,2\n1,\n1,bad\n1,4\n1,\n");
  const auto fill = [&](Missing missing) {
    return read(file, {.missing = missing, .means_from = MeansFrom::rows, .on_error = OnError::skip});
  };
  CHECK(fill(Missing::mean).text() == fmt::format("1 1:2\n1 1:2 {0}:1\n1 1:4\n1 1:3 {0}:1\n", first_indicator + 1));
  CHECK(fill(Missing::zero).text() == "1 1:2\n1\n1 1:4\n1\n");
  const Read skipped = fill(Missing::skip);
  CHECK(skipped.text() == "1 1:2\n1 1:4\n");
  CHECK(skipped.gaps == std::vector<std::size_t>{1, 1, 2});
  CHECK(skipped.notes.back() == "2 rows lack a number and are left out, as missing skip says");
  CHECK(read(file, {.missing = Missing::skip, .limit = 2, .on_error = OnError::skip}).text() == "1 1:2\n1 1:4\n");
}

TEST_CASE("means follow the order of shuffled rows") {
  const Scratch scratch;
  std::string text = "label,a\n";
  for (int t = 1; t <= 50; ++t) text += t % 5 == 0 ? "1,\n" : fmt::format("1,{}\n", t);
  const Read found = read(scratch.write("t.csv", text), {.means_from = MeansFrom::rows, .shuffle = 3});
  double sum = 0;
  double count = 0;
  for (std::size_t i = 0; i < found.rows.size(); ++i) {
    const Row row = found.rows.row(i);
    const bool missing = row.index[row.size - 1] >= first_indicator;
    if (missing && count > 0) CHECK(row.value[0] == sum / count);
    if (missing) continue;
    sum += row.value[0];
    ++count;
  }
  CHECK(count == 40);
}

TEST_CASE("a cache keeps marks, and which features are numbers") {
  const Scratch scratch;
  for (const auto& file : {scratch.write("t.csv", table),
                           scratch.write("t.jsonl", "{\"label\":1,\"a\":null,\"c\":\"x\"}\n{\"label\":1,\"b\":2.5}\n")}) {
    const Read made = read(file, {.cache = true});
    const Read again = read(file, {.cache = true});
    Complaints complaints;
    FeatureNames names;
    ReaderSettings plain;
    plain.bias = false;
    Dataset rows;
    for (Reader reader(file, plain, names, complaints); reader.read(rows);) {
    }
    CHECK(made.text() == text_of(rows));
    CHECK(again.text() == text_of(rows));
    CHECK(made.rows.numbers() == rows.numbers());
    CHECK(again.rows.numbers() == rows.numbers());
    CHECK(again.rows.has_missing());
    CHECK(again.rows.may_miss_numbers());
    CHECK(read(file, {.missing = Missing::zero, .cache = true}).text().find('!') == std::string::npos);
  }
}

TEST_CASE("tables and JSON lines are written with what is missing, and others refuse it") {
  const Scratch scratch;
  const Read found = read(scratch.write("t.csv", "label,a,b\n1,2,3\n1,,4\n"));
  const auto write = [&](const std::string& format) {
    const auto writer = make_writer(format, scratch.path("out"), {.features = 2});
    writer->write(found.rows);
    writer->finish();
    return scratch.read("out");
  };
  CHECK(write("csv") == "label,1,2\n1,2,3\n1,,4\n");
  CHECK(write("jsonl") == "{\"label\":1,\"1\":2,\"2\":3}\n{\"label\":1,\"1\":null,\"2\":4}\n");
  for (const char* format : {"libsvm", "vw"})
    CHECK_THROWS_WITH(write(format), Contains("row 2 lacks the number of feature 1") && Contains("missing zero or missing skip"));
}

}  // namespace missing_marks_test
