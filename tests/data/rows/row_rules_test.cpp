#include "tacit/data/row_rules.hpp"

#include <catch2/catch.hpp>

#include "data/blocks.hpp"
#include "data/plain.hpp"
#include "scratch.hpp"
#include "tacit/data/data_error.hpp"
#include "tacit/data/reader.hpp"

namespace row_rules_test {

using namespace tacit;
using Catch::Matchers::EndsWith;

namespace {

struct Reading {
  std::string rows;
  std::vector<std::string> complaints;
  std::vector<std::string> notes;
};

// Reads rows of two classes, so many at a time.
Reading read(const std::string& file, std::uint64_t most = 1000, OnError on_error = OnError::skip) {
  FeatureNames names{std::vector<std::string>{}};
  Complaints complaints(on_error);
  RowRules rules(Task::two_classes, std::nullopt, std::nullopt);
  ReaderSettings settings;
  settings.bias = false;
  Reader reader(file, settings, names, complaints, &rules);
  Dataset all;
  for (Dataset rows; reader.read(rows, most); rows.clear()) {
    CHECK(rows.size() <= most);
    for (std::size_t i = 0; i < rows.size(); ++i) all.append(rows[i], rows.line(i));
  }
  return {written(all), plain(complaints.first()), plain(complaints.notes())};
}

}  // namespace

TEST_CASE("a row refused for its label does not say what its columns hold") {
  const Scratch scratch;
  const Reading reading = read(scratch.write("a.csv", "y,c\n5,red\n1,7\n1,\"8\"\n"));
  CHECK(reading.rows == "3| 1 1 1:7\n4| 1 1 1:8\n");
  CHECK(reading.complaints.size() == 1);
  CHECK(reading.notes.empty());
}

TEST_CASE("a row refused for its label was understood so that the format is not in doubt") {
  const Scratch scratch;
  for (const char* text : {"y,a\n5,1\n", "{\"y\":5,\"a\":1}\n", "5 |a\n"}) {
    const std::string file = scratch.write("rows", text);
    CHECK_THROWS_WITH(read(file, 1, OnError::stop),
                      EndsWith("say so with labels NEG,POS; if there are more than two, give loss softmax"));
    CHECK(read(file).notes.empty());
  }
}

TEST_CASE("a label that is none of those given is not answered with the advice to give them") {
  RowRules rules(Task::two_classes, std::pair(1.0, 2.0), std::nullopt);
  Dataset rows;
  rows.begin_row(3, 1, 1);
  CHECK_FALSE(rules.take(rows, 0));
  CHECK(rules.fault(rows, 0) == "label 3; expected 1 or 2");
}

TEST_CASE("names that a dictionary does not have count only if their rows are taken") {
  const Scratch scratch;
  for (const char* text :
       {"1 | a b c\n7 | d e\n1 | a:x f\n-1 | g\n", "y,a,b,c\n1,1,2,2\n",
        "{\"y\":1,\"a\":1,\"b\":1,\"c\":1}\n{\"y\":7,\"d\":1}\n{\"y\":1,\"e\":1,\"a\":}\n{\"y\":-1,\"g\":1}\n"}) {
    CAPTURE(text);
    FeatureNames names({"a"}, true);
    Complaints complaints(OnError::skip);
    RowRules rules(Task::two_classes, std::nullopt, std::nullopt);
    Reader reader(scratch.write("rows", text), {}, names, complaints, &rules);
    for (Dataset rows; reader.read(rows);) rows.clear();
    CHECK(names.unknown() == (text[0] == 'y' ? 2U : 3U));
  }
}

TEST_CASE("a quote that is never closed takes along no more rows than are asked for") {
  const Scratch scratch;
  const std::string file = scratch.write("a.csv", "y,a\n1,2\n1,\"3\n1,4\n1,5\n1,8\n");
  const Reading whole = read(file);
  CHECK(whole.complaints.size() == 1);
  for (const std::uint64_t most : {1U, 2U, 3U, 4U}) {
    const Reading reading = read(file, most);
    CHECK(reading.rows == whole.rows);
    CHECK(reading.complaints == whole.complaints);
  }
}

}  // namespace row_rules_test
