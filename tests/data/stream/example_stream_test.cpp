#include "tacit/data/example_stream.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <chrono>
#include <filesystem>
#include <map>
#include <thread>

#include "data/blocks.hpp"
#include "data/plain.hpp"
#include "scratch.hpp"
#include "tacit/data/data_error.hpp"
#include "tacit/data/shuffle.hpp"

namespace example_stream_test {

using namespace tacit;
using Catch::Matchers::Contains;
using Catch::Matchers::EndsWith;

namespace {

struct Reading {
  std::string rows;
  std::vector<std::string> where;
  std::vector<std::pair<std::size_t, Growth>> growths;  // each with the number of rows before its block
  std::optional<std::pair<double, double>> labels;
  LargestValues::Pairs largest;
  std::vector<std::size_t> gaps;  // per row left out, how many rows come before it
  std::vector<std::string> complaints;
  std::vector<std::string> notes;
  Dataset all;
};

Reading read(const StreamSettings& settings, OnError on_error = OnError::stop) {
  Reading reading;
  FeatureNames names;
  Complaints complaints(on_error);
  ExampleStream stream(settings, names, complaints);
  while (const Block* block = stream.next()) {
    CHECK((!block->rows.empty() || !block->gaps.empty()));
    for (const std::size_t gap : block->gaps) reading.gaps.push_back(reading.all.size() + gap);
    for (const Growth& growth : block->growths) reading.growths.emplace_back(reading.all.size(), growth);
    for (std::size_t i = 0; i < block->rows.size(); ++i) {
      reading.all.append(block->rows[i], block->rows.line(i));
      reading.where.push_back(stream.where(*block, i));
    }
  }
  CHECK(stream.next() == nullptr);
  reading.rows = written(reading.all);
  reading.labels = stream.labels();
  reading.largest = stream.largest();
  reading.complaints = plain(complaints.first());
  reading.notes = plain(complaints.notes());
  return reading;
}

StreamSettings of(std::vector<std::string> files) {
  StreamSettings settings;
  settings.files = std::move(files);
  settings.reader.bias = false;
  return settings;
}

// Enough rows for several blocks of a reader.
std::string many_rows(int rows, int seed = 1) {
  std::string text;
  for (int i = 1; i <= rows; ++i) {
    text += std::to_string(i) + " " + std::to_string(1 + i % 5) + ":" + std::to_string((i * 7919 + seed) % 10007) + ".5 9:-" +
            std::to_string(1 + i / 100) + "\n";
  }
  return text;
}

using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("examples come in the order of the files and say where they are from") {
  const Scratch scratch;
  const auto a = scratch.write("a.svm", "1 1:1\n\n2 2:2\n");
  const auto b = scratch.write("b.vw", "3 | 3:3\n");
  const Reading reading = read(of({a, b, a}));
  CHECK(reading.rows == "1| 1 1 1:1\n3| 2 1 2:2\n1| 3 1 3:3\n1| 1 1 1:1\n3| 2 1 2:2\n");
  CHECK(reading.where == Lines{a + ":1", a + ":3", b + ":1", a + ":1", a + ":3"});
  CHECK_FALSE(reading.labels);
  CHECK(reading.largest.empty());
}

TEST_CASE("many examples come whole and in order") {
  const Scratch scratch;
  const auto file = scratch.write("rows", many_rows(60000));
  const Reading reading = read(of({file, file}));
  REQUIRE(reading.all.size() == 120000);
  for (std::size_t i = 0; i < 120000; ++i) {
    REQUIRE(reading.all.label(i) == static_cast<double>(i % 60000 + 1));
    REQUIRE(reading.all.line(i) == i % 60000 + 1);
  }
}

TEST_CASE("a limit ends the stream across files") {
  const Scratch scratch;
  const auto file = scratch.write("rows", "1 1:1\n2 1:1\n3 1:1\n");
  StreamSettings settings = of({file, file, scratch.path("none")});
  for (const std::uint64_t limit : {0U, 1U, 3U, 4U, 6U}) {
    settings.limit = limit;
    CHECK(read(settings).all.size() == limit);
  }
  settings.limit = 7;
  CHECK_THROWS_WITH(read(settings), EndsWith("none: No such file or directory"));
}

TEST_CASE("shuffling gives the order of shuffled_order over all files") {
  const Scratch scratch;
  StreamSettings settings = of({scratch.write("a", many_rows(3000, 1)), scratch.write("b", many_rows(500, 2))});
  const Reading plain = read(settings);
  settings.shuffle = 42;
  const Reading shuffled = read(settings);
  const auto order = shuffled_order(3500, 42);
  REQUIRE(shuffled.all.size() == 3500);
  Dataset expected;
  for (std::size_t i = 0; i < order.size(); ++i) {
    expected.append(plain.all[order[i]], plain.all.line(order[i]));
    REQUIRE(shuffled.where[i] == plain.where[order[i]]);
  }
  CHECK((shuffled.rows == written(expected)));
  settings.limit = 1;  // the first of the files is all there is
  CHECK(read(settings).rows == written(plain.all).substr(0, written(plain.all).find('\n') + 1));
}

TEST_CASE("max-abs divides every feature by its maximum over all data") {
  const Scratch scratch;
  StreamSettings settings = of({scratch.write("a", many_rows(20000, 1)), scratch.write("b", many_rows(500, 2))});
  settings.reader.bias = true;
  const Reading plain = read(settings);
  settings.scale = Scaling::max_abs;
  const Reading scaled = read(settings);
  std::map<Index, double> largest;
  for (std::size_t i = 0; i < plain.all.size(); ++i) {
    const Row row = plain.all.row(i);
    for (std::size_t k = 1; k < row.size; ++k) largest[row.index[k]] = std::max(largest[row.index[k]], std::abs(row.value[k]));
  }
  REQUIRE(scaled.all.size() == plain.all.size());
  for (std::size_t i = 0; i < plain.all.size(); ++i) {
    const Row row = plain.all.row(i);
    REQUIRE(scaled.all.row(i).value[0] == 1);
    for (std::size_t k = 1; k < row.size; ++k) REQUIRE(scaled.all.row(i).value[k] == row.value[k] / largest[row.index[k]]);
  }
  CHECK(scaled.largest == LargestValues::Pairs(largest.begin(), largest.end()));
  CHECK(scaled.where == plain.where);

  settings.shuffle = 5;
  const Reading shuffled = read(settings);
  CHECK(shuffled.largest == scaled.largest);
  CHECK(shuffled.all.row(0).value[1] == scaled.all.row(shuffled_order(plain.all.size(), 5)[0]).value[1]);
}

TEST_CASE("max-abs sees only the rows that are learned from") {
  const Scratch scratch;
  StreamSettings settings = of({scratch.write("a", "1 1:2\n5 1:100\n-1 1:4\nx 1:100\n1 1:100 9:1\n0 1:100\n1 1:1\n1 1:100\n")});
  settings.scale = Scaling::max_abs;
  settings.task = Task::two_classes;
  settings.most_features = 8;
  settings.limit = 3;  // bad rows do not count
  const Reading reading = read(settings, OnError::skip);
  CHECK(reading.rows == "1| 1 1 1:0.5\n3| -1 1 1:1\n7| 1 1 1:0.25\n");
  CHECK(reading.complaints.size() == 4);
  settings.shuffle = 1;
  CHECK(read(settings, OnError::skip).largest == LargestValues::Pairs{{1, 4}});
}

TEST_CASE("max-abs takes known maxima as they are and looks for those of other features") {
  const Scratch scratch;
  StreamSettings settings = of({scratch.write("a", "1 1:2 2:3\n1 1:16 2:-12\n")});
  settings.scale = Scaling::max_abs;
  settings.largest = {{1, 8}};
  for (const auto& shuffle : {std::optional<std::uint64_t>{}, std::optional<std::uint64_t>{1}}) {
    settings.shuffle = shuffle;
    const Reading reading = read(settings);
    CHECK_THAT(reading.rows, Contains("1| 1 1 1:0.25 2:0.25\n") && Contains("2| 1 1 1:2 2:-1\n"));
    CHECK(reading.largest == LargestValues::Pairs{{1, 8}, {2, 12}});
  }
  settings.shuffle.reset();
  settings.largest_complete = true;
  CHECK(read(settings).rows == "1| 1 1 1:0.25 2:3\n2| 1 1 1:2 2:-12\n");
}

TEST_CASE("max-abs reads a pipe if it knows all maxima") {
  const Scratch scratch;
  StreamSettings settings;
  settings.reader.bias = false;
  settings.scale = Scaling::max_abs;
  settings.largest = {{1, 8}};
  REQUIRE(mkfifo(scratch.path("pipe").c_str(), 0600) == 0);
  settings.files = {scratch.path("pipe")};
  std::thread writer([&] { std::ofstream(scratch.path("pipe")) << "1 1:4\n"; });
  CHECK(read(settings).rows == "1| 1 1 1:0.5\n");
  writer.join();
  std::thread another([&] { std::ofstream(scratch.path("pipe")) << "1 1:4\n1 1:1 3:7\n"; });
  CHECK_THROWS_WITH(read(settings), EndsWith("pipe:2: feature 3 is new to the model, and scale max-abs reads data twice to "
                                             "scale it; expected files"));
  another.join();
  settings.largest.clear();
  CHECK_THROWS_WITH(read(settings), EndsWith("pipe: scale max-abs reads its data twice; expected files (or scale online)"));
}

TEST_CASE("online scaling divides by the maximum so far and tells of its growth") {
  const Scratch scratch;
  StreamSettings settings = of({scratch.write("a", many_rows(20000, 1)), scratch.write("b", many_rows(500, 2))});
  const Reading plain = read(settings);
  settings.scale = Scaling::online;
  settings.largest = {{1, 7}, {77, 3}};
  for (const bool shuffle : {false, true}) {
    if (shuffle) settings.shuffle = 9;
    const Reading scaled = read(settings);
    const auto order = shuffled_order(plain.all.size(), 9);
    std::map<Index, double> largest{{1, 7}, {77, 3}};
    std::size_t growth = 0;
    for (std::size_t i = 0; i < plain.all.size(); ++i) {
      const Row row = plain.all.row(shuffle ? order[i] : i);
      for (std::size_t k = 0; k < row.size; ++k) {
        double& most = largest[row.index[k]];
        const double now = std::abs(row.value[k]);
        if (most > 0 && now > most) {
          REQUIRE(growth < scaled.growths.size());
          const auto& [before, told] = scaled.growths[growth++];
          REQUIRE((before + told.row == i && told.index == row.index[k] && told.factor == now / most));
        }
        most = std::max(most, now);
        REQUIRE(scaled.all.row(i).value[k] == row.value[k] / most);
      }
    }
    CHECK(growth == scaled.growths.size());
    CHECK(growth > 10);
    CHECK(scaled.largest == LargestValues::Pairs(largest.begin(), largest.end()));
  }
}

TEST_CASE("the labels of two classes are understood and learned") {
  const Scratch scratch;
  const auto labels = [&](const char* text, std::optional<std::pair<double, double>> given = {}) {
    StreamSettings settings = of({scratch.write("rows", text)});
    settings.task = Task::two_classes;
    settings.labels = given;
    return read(settings, OnError::skip);
  };
  CHECK(labels("0 1:1\n1 1:1\n").rows == "1| -1 1 1:1\n2| 1 1 1:1\n");
  CHECK(labels("0\n1\n").labels == std::pair(0.0, 1.0));
  CHECK(labels("1\n-1\n").labels == std::pair(-1.0, 1.0));
  CHECK_FALSE(labels("1\n1\n").labels);
  const Reading named = labels("2\n1\n3\n", std::pair(1.0, 2.0));
  CHECK(named.rows == "1| 1 1\n2| -1 1\n");
  CHECK(named.labels == std::pair(1.0, 2.0));
  CHECK(named.complaints == Lines{scratch.path("rows") + ":3: label 3; expected 1 or 2"});
  const Reading other = labels("7\n-1\n0\n1\n");
  CHECK(other.rows == "2| -1 1\n4| 1 1\n");
  REQUIRE(other.complaints.size() == 2);
  CHECK_THAT(other.complaints[0], Contains("rows:1: label 7; expected -1, 0 or 1;"));
  CHECK_THAT(other.complaints[1], Contains("rows:3: label 0; expected -1 or 1;"));
}

TEST_CASE("bad rows end the stream or are left out with complaints") {
  const Scratch scratch;
  const auto path = scratch.write("rows", "1 1:1\n2 x\n3 4:1\n4 3:1\n5 1:1 1:2\n");
  StreamSettings settings = of({path});
  settings.most_features = 3;
  const Reading reading = read(settings, OnError::skip);
  CHECK(reading.rows == "1| 1 1 1:1\n4| 4 1 3:1\n");
  CHECK(reading.where == Lines{path + ":1", path + ":4"});
  REQUIRE(reading.complaints.size() == 3);
  CHECK_THROWS_WITH(read(settings), EndsWith("rows:2:3: found 'x'; expected index:value"));
  scratch.write("rows", "1 1:1\n3 4:1\n");
  CHECK_THROWS_WITH(read(settings), EndsWith("rows:2: feature 4 lies beyond the simplex, which was given 3 features"));
}

TEST_CASE("a cache is made once and gives the same examples") {
  const Scratch scratch;
  const auto path = scratch.write("rows.svm", many_rows(3000));
  StreamSettings settings = of({path});
  const std::string plain = read(settings).rows;
  settings.cache = true;
  CHECK((read(settings).rows == plain));
  REQUIRE(scratch.has("rows.svm.tacit-cache"));
  const auto made = std::filesystem::last_write_time(scratch.path("rows.svm.tacit-cache"));
  const Reading again = read(settings);
  CHECK((again.rows == plain));
  CHECK(again.notes.empty());
  CHECK(again.where[17] == path + ":18");
  CHECK(std::filesystem::last_write_time(scratch.path("rows.svm.tacit-cache")) == made);
  settings.reader.bias = true;  // not part of the cache
  CHECK(read(settings).all.row(0).index[0] == 0);
  CHECK(std::filesystem::last_write_time(scratch.path("rows.svm.tacit-cache")) == made);
}

TEST_CASE("a cache is made anew when its source or what is asked for changes") {
  const Scratch scratch;
  const auto path = scratch.write("rows.csv", "y,a\n1,2\n");
  StreamSettings settings = of({path});
  settings.cache = true;
  CHECK(read(settings).all.label(0) == 1);
  scratch.write("rows.csv", "y,a\n10,20\n");
  CHECK(read(settings).all.label(0) == 10);
  settings.reader.label_column = "a";
  CHECK(read(settings).all.label(0) == 20);
  settings.reader.header = true;
  CHECK(read(settings).all.label(0) == 20);
  settings.reader.categorical = {"y"};
  CHECK(read(settings).all.row(0).value[0] == 1);
}

TEST_CASE("a cache made for predictions does not hide from training that labels are missing") {
  const Scratch scratch;
  StreamSettings settings = of({scratch.write("rows.svm", "1 1:1\n2:2\n")});
  settings.cache = true;
  settings.reader.labelled = false;
  CHECK(read(settings).rows == "1| 1 1 1:1\n2| 0 1 2:2\n");
  settings.reader.labelled = true;
  CHECK_THROWS_WITH(read(settings), EndsWith("rows.svm:2:1: found '2:2'; expected a label"));
}

TEST_CASE("a damaged cache is made anew with a note") {
  const Scratch scratch;
  StreamSettings settings = of({scratch.write("rows.svm", many_rows(100))});
  settings.cache = true;
  const std::string rows = read(settings).rows;
  const std::string cache = scratch.read("rows.svm.tacit-cache");
  for (const std::string& damaged : {cache.substr(0, cache.size() / 2), cache.substr(0, 8), std::string()}) {
    scratch.write("rows.svm.tacit-cache", damaged);
    const Reading renewed = read(settings);
    CHECK((renewed.rows == rows));
    REQUIRE(renewed.notes.size() == 1);
    CHECK_THAT(renewed.notes[0], Contains("rows.svm.tacit-cache") && EndsWith("; it is made anew"));
    CHECK((scratch.read("rows.svm.tacit-cache") == cache));
  }
}

TEST_CASE("rows that a new cache leaves out are complained of also when max-abs reads first") {
  const Scratch scratch;
  StreamSettings settings = of({scratch.write("rows.svm", "1 1:4\nbad\n-1 1:2\n")});
  settings.cache = true;
  settings.scale = Scaling::max_abs;
  CHECK_THROWS_WITH(read(settings), EndsWith("rows.svm:2:1: found 'bad'; expected a label"));
  CHECK_FALSE(scratch.has("rows.svm.tacit-cache"));
  const Reading reading = read(settings, OnError::skip);
  CHECK(reading.rows == "1| 1 1 1:1\n3| -1 1 1:0.5\n");
  CHECK(reading.complaints.size() == 1);
}

TEST_CASE("only a file can have a cache") {
  const Scratch scratch;
  REQUIRE(mkfifo(scratch.path("pipe").c_str(), 0600) == 0);
  StreamSettings settings = of({scratch.path("pipe")});
  settings.cache = true;
  CHECK_THROWS_WITH(read(settings), EndsWith("pipe: only a file can have a cache"));
}

TEST_CASE("a stream that nobody reads to its end does not wait") {
  const Scratch scratch;
  const auto rows = scratch.write("rows", many_rows(50000));
  REQUIRE(mkfifo(scratch.path("nobody").c_str(), 0600) == 0);
  FeatureNames names;
  Complaints complaints;
  { const ExampleStream never_asked(of({scratch.path("nobody")}), names, complaints); }
  {
    ExampleStream one_block(of({rows, rows}), names, complaints);
    CHECK(one_block.next() != nullptr);
  }
  {
    ExampleStream waiting(of({scratch.write("short", "1 1:1\n"), scratch.path("nobody")}), names, complaints);
    CHECK(waiting.next() != nullptr);
    std::this_thread::sleep_for(std::chrono::milliseconds(20));  // the second file is being waited for
  }
}

TEST_CASE("rows left out leave gaps where they were") {
  using Gaps = std::vector<std::size_t>;
  const Scratch scratch;
  const auto a = scratch.write("a.svm", "x\n1 1:1\n# no row\n\n2 1:x\n5 1:1\n-1 2:1\ny\nz\n");
  const auto b = scratch.write("b.svm", "1 3\n1 3:1\n");
  auto settings = of({a, a, b});
  settings.reader.format = "libsvm";
  CHECK(read(settings, OnError::skip).gaps == Gaps{0, 1, 3, 3, 3, 4, 6, 6, 6});
  settings.task = Task::two_classes;  // 5 is no class: it was good for the parser
  CHECK(read(settings, OnError::skip).gaps == Gaps{0, 1, 1, 2, 2, 2, 3, 3, 4, 4, 4});
  settings.limit = 3;  // nothing behind the last row that is wanted
  CHECK(read(settings, OnError::skip).gaps == Gaps{0, 1, 1, 2, 2, 2});
  settings.limit.reset();
  settings.files = {scratch.write("bad.svm", "1 1:x\n1 1:y\n"), b, scratch.write("worse.svm", "x\n")};
  CHECK(read(settings, OnError::skip).gaps == Gaps{0, 0, 0, 1});
  settings.shuffle = 1;
  CHECK(read(settings, OnError::skip).gaps.empty());

  std::string many;
  Gaps expected;
  for (int i = 0; i < 100000; ++i) {
    many += i % 7 == 3 ? "1 1:x\n" : "1 1:1 2:2\n";
    if (i % 7 == 3) expected.push_back(static_cast<std::size_t>(i) - expected.size());
  }
  CHECK(read(of({scratch.write("many.svm", many)}), OnError::skip).gaps == expected);
}

}  // namespace example_stream_test
