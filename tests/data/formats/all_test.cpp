// What holds for every format in the list.
#include <catch2/catch.hpp>

#include <set>

#include "data/formats/format.hpp"
#include "scratch.hpp"
#include "tacit/data/data_error.hpp"

namespace all_test {

using namespace tacit;
using Catch::Matchers::Contains;

namespace {

// Two rows whose values tell where each of them went.
Dataset two_rows() {
  Dataset rows;
  rows.begin_row(1, 1, 1);
  rows.push(1, 0.5);
  rows.push(3, 2);
  rows.begin_row(-1, 1, 2);
  rows.push(2, -7);
  return rows;
}

// The text without what an example says about a header.
std::string first_line(std::string_view example) { return std::string(example.substr(0, example.find(" below"))); }

}  // namespace

TEST_CASE("every format has a name, an ending and a turn of its own") {
  std::set<std::string_view> names;
  std::set<std::string_view> endings;
  std::set<int> turns;
  for (const Format* format : all_formats()) {
    CHECK(names.insert(format->name).second);
    CHECK_FALSE(format->endings.empty());
    for (const auto ending : format->endings) {
      CHECK(ending.starts_with('.'));
      CHECK(endings.insert(ending).second);
      CHECK(format_by_ending("folder.x/file" + std::string(ending)) == format->name);
    }
    CHECK((format->claim == nullptr || turns.insert(format->turn).second));
    CHECK((format->claim == nullptr) == (format->make_parser == nullptr));
    CHECK(find_format(format->name) == format);
  }
  CHECK(find_format("auto") == nullptr);
  CHECK(format_by_ending("file.csv.old").empty());
  CHECK(format_by_ending("csv").empty());
}

TEST_CASE("the names of formats are those that people know, in their order") {
  CHECK(output_formats() == std::vector<std::string_view>{"libsvm", "vw", "csv", "jsonl", "cache"});
  CHECK(input_formats() == std::vector<std::string_view>{"auto", "libsvm", "vw", "csv", "jsonl", "cache"});
}

TEST_CASE("every format of text knows its own example and reads what it writes") {
  for (const Format* format : all_formats()) {
    if (format->claim == nullptr) continue;
    CAPTURE(format->name);
    CHECK(detect_format(first_line(format->example) + "\n") == format->name);
    const Scratch scratch;
    const auto writer = format->make_writer(scratch.path("out"), {.features = 3}, nullptr);
    const Dataset rows = two_rows();
    writer->write(rows);
    writer->finish();
    FeatureNames names;
    Complaints complaints;
    Reader reader(scratch.path("out"), {.bias = false}, names, complaints);
    Dataset read;
    while (reader.read(read)) continue;
    CHECK(reader.format() == format->name);
    REQUIRE(read.size() == rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      CHECK(read.label(i) == rows.label(i));
      REQUIRE(read.row(i).size == rows.row(i).size);
      for (std::size_t k = 0; k < rows.row(i).size; ++k) {
        CHECK(read.row(i).index[k] == rows.row(i).index[k]);
        CHECK(read.row(i).value[k] == rows.row(i).value[k]);
      }
    }
  }
}

TEST_CASE("a setting that a format has no use for is found, one that a model remembers is not") {
  ReaderSettings settings{
      .label_column = "y", .id = "i", .header = false, .categorical = {"a"}, .ignored = {"b"}, .delimiter = '|'};
  const auto unused = [&](std::string_view format) {
    std::string text;
    for (const Mention& mention : unused_settings(said_settings(settings), format)) text += in_plain_words(mention) + ";";
    return text;
  };
  CHECK(unused("csv").empty());
  CHECK(unused("jsonl") == "header no;categorical;delimiter;");
  for (const auto* format : {"libsvm", "vw", "cache"})
    CHECK(unused(format) == "label-column;id;header no;categorical;ignore;delimiter;");
  settings.remembered = {.categorical = {"a"}, .ignored = {"b"}, .label_column = "y", .id = "i", .header = false};
  CHECK(unused("vw") == "delimiter;");
  // Settings that are no format's own mean something for all of them.
  CHECK(unused_settings({mention("limit"), mention("shuffle")}, "vw").empty());
}

TEST_CASE("the settings tell the format where a line does not") {
  const auto guess = [](std::string_view text, const ReaderSettings& settings) { return guess_format(text, settings).name; };
  CHECK(guess("1 | a\n", {}) == "vw");
  CHECK(guess("1 | a\n", {.delimiter = '|'}) == "csv");
  CHECK(guess("1\t\n", {.delimiter = '\t'}) == "csv");
  CHECK(guess("{\"a|b\":1}\n", {.delimiter = '|'}) == "jsonl");
  CHECK(guess("  {\"a|b\":1}\n", {.delimiter = '|'}) == "jsonl");
  CHECK(guess("ham,1|2\n", {}) == "csv");
  CHECK(guess("ham,1 |2\n", {.label_words = LabelWords{"ham,1", "spam"}}) == "vw");
}

TEST_CASE("a format that is not text is recognised by its first bytes, and no text is") {
  for (const Format* format : all_formats()) {
    CAPTURE(format->name);
    CHECK((format->recognises != nullptr) != format->is_text());
    const Scratch scratch;
    const auto writer = format->make_writer(scratch.path("out"), {.features = 3}, nullptr);
    writer->write(two_rows());
    writer->finish();
    CHECK(recognised_format(scratch.read("out")) == (format->is_text() ? nullptr : format));
  }
  CHECK(recognised_format("") == nullptr);
}

TEST_CASE("a path loses the endings of its compression and its format") {
  for (const Format* format : all_formats()) {
    for (const auto endings : {format->endings, format->read_endings}) {
      for (const auto ending : endings) {
        CHECK(without_endings("folder/a.b" + std::string(ending)) == "folder/a.b");
        CHECK(without_endings("a" + std::string(ending) + ".zst") == "a");
        CHECK(without_endings(ending) == ending);
      }
    }
  }
  CHECK(without_endings("a.svm.tacit-cache") == "a");
  CHECK(without_endings("a.tsv.gz") == "a");
  CHECK(without_endings("a") == "a");
}

TEST_CASE("a delimiter is in no number and no quote") {
  for (const char c : {',', ';', '\t', '|', ' ', ':', '_'}) CHECK(can_delimit(c));
  for (const char c : {'0', 'e', 'Z', '+', '-', '.', '"', '\n', '\r', '\xe9'}) CHECK_FALSE(can_delimit(c));
  const Scratch scratch;
  FeatureNames names;
  Complaints complaints;
  Dataset rows;
  Reader reader(scratch.write("data", "1e2\n"), {.format = "csv", .delimiter = 'e'}, names, complaints);
  CHECK_THROWS_WITH(reader.read(rows), Contains("delimiter 'e': expected tab, or one character that is in no number"));
}

TEST_CASE("a reader refuses a format that is not in the list") {
  const Scratch scratch;
  FeatureNames names;
  Complaints complaints;
  CHECK_THROWS_WITH(Reader(scratch.write("data", "1 1:1\n"), {.format = "libsmv"}, names, complaints),
                    Contains("did you mean 'libsvm'?"));
}

}  // namespace all_test
