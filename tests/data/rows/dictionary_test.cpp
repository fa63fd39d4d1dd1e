// The dictionary holds the names of the rows that are learned from, in the order in which they come, and no others.
#include <sys/stat.h>

#include <catch2/catch.hpp>
#include <map>
#include <thread>

#include "closed_pipes.hpp"
#include "data/blocks.hpp"
#include "data/plain.hpp"
#include "scratch.hpp"
#include "tacit/data/data_error.hpp"
#include "tacit/data/example_stream.hpp"

namespace dictionary_test {

using namespace tacit;
using Catch::Matchers::Contains;

namespace {

using Lines = std::vector<std::string>;

struct Reading {
  std::string rows;  // without their lines
  Lines names;
  Lines complaints;
};

Reading read(const StreamSettings& settings, OnError on_error = OnError::skip) {
  FeatureNames names(Lines{});
  Complaints complaints(on_error);
  Dataset all;
  ExampleStream stream(settings, names, complaints);
  while (const Block* block = stream.next()) {
    for (std::size_t i = 0; i < block->rows.size(); ++i) all.append(block->rows[i]);
  }
  return {written(all), names.dictionary(), plain(complaints.first())};
}

StreamSettings two_classes(const std::string& file) {
  StreamSettings settings;
  settings.files = {file};
  settings.reader.bias = false;
  settings.task = Task::two_classes;
  return settings;
}

// A pipe that gives the text byte by byte.
Reading dribbled(const Scratch& scratch, StreamSettings settings, const std::string& text) {
  const std::string pipe = scratch.path("pipe");
  std::filesystem::remove(pipe);
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  settings.files = {pipe};
  std::thread writer([&] {
    let_closed_pipes_fail();
    std::ofstream out(pipe);
    for (const char c : text) {
      if (!(out << c << std::flush)) return;  // whoever reads has enough
    }
  });
  Reading reading = read(settings);
  writer.join();
  return reading;
}

// Good rows, and among them rows with a label of no class, with too many features and with a wrong word.
struct Text {
  std::string name;
  std::string mixed;
  std::string good;
};

std::vector<Text> in_named_formats() {
  return {{"vw", "7 | b a c\n1 | a:0 b:2\nx | d\n-1 | a:3 e:x\n-1 | a:3 c=red\n7 | f\n1 | c=blue\n",
           "1 | a:0 b:2\n-1 | a:3 c=red\n1 | c=blue\n"},
          {"csv", "y,a,b,c\n7,1,1,green\n1,0,2,\nx,1,2,3\n-1,3,x,red\n-1,3,0,red\n7,1,5,black\n1,0,0,blue\n",
           "y,a,b,c\n1,0,2,\n-1,3,0,red\n1,0,0,blue\n"},
          {"jsonl",
           "{\"y\":7,\"b\":1,\"a\":1}\n{\"y\":1,\"a\":0,\"b\":2}\n{\"y\":\"x\"}\n{\"y\":-1,\"a\":3,\"e\":}\n"
           "{\"y\":-1,\"a\":3,\"c\":\"red\"}\n{\"y\":7,\"f\":1}\n{\"y\":1,\"c\":\"blue\"}\n",
           "{\"y\":1,\"a\":0,\"b\":2}\n{\"y\":-1,\"a\":3,\"c\":\"red\"}\n{\"y\":1,\"c\":\"blue\"}\n"}};
}

}  // namespace

TEST_CASE("refused rows leave no name behind in any format") {
  const Scratch scratch;
  for (const auto& [name, mixed, good] : in_named_formats()) {
    CAPTURE(name);
    const Reading expected = read(two_classes(scratch.write("good", good)), OnError::stop);
    CHECK(expected.names == Lines{"b", "a", "c=red", "c=blue"});  // a comes second, being 0 in the first row
    CHECK(expected.rows == "0| 1 1 1:2\n0| -1 1 2:3 3:1\n0| 1 1 4:1\n");
    const Reading reading = read(two_classes(scratch.write("mixed", mixed)));
    CHECK(reading.names == expected.names);
    CHECK(reading.rows == expected.rows);
    REQUIRE(reading.complaints.size() == 4);
    const std::size_t header = name == "csv" ? 1 : 0;
    for (const std::size_t k : {0U, 1U, 2U, 3U}) {  // in the order of the lines, whoever complains
      const std::size_t line = std::array<std::size_t, 4>{1, 3, 4, 6}[k] + header;
      CHECK_THAT(reading.complaints[k], Contains("mixed:" + std::to_string(line) + ":"));
    }
    const Reading slow = dribbled(scratch, two_classes(""), mixed);
    CHECK(slow.names == expected.names);
    CHECK(slow.rows == expected.rows);
    CHECK(slow.complaints.size() == 4);
  }
}

TEST_CASE("a limit leaves neither names nor complaints of later rows") {
  const Scratch scratch;
  for (const auto& [name, mixed, good] : in_named_formats()) {
    for (const std::uint64_t limit : {1U, 2U, 3U}) {
      CAPTURE(name, limit);
      std::string tail;  // many blocks of it, and a bad row behind the last one that is wanted
      for (int i = 0; i < 20000; ++i) tail += mixed.substr(name == "csv" ? 8 : 0);
      StreamSettings settings = two_classes(scratch.write("rows", mixed + tail));
      settings.limit = limit;
      const Reading reading = read(settings);
      CHECK(reading.names == (limit == 1   ? Lines{"b"}
                              : limit == 2 ? Lines{"b", "a", "c=red"}
                                           : Lines{"b", "a", "c=red", "c=blue"}));
      CHECK(reading.complaints.size() == (limit == 1 ? 1 : limit == 2 ? 3 : 4));
      const Reading slow = dribbled(scratch, settings, mixed + mixed.substr(name == "csv" ? 8 : 0));
      CHECK(slow.names == reading.names);
      CHECK(slow.rows == reading.rows);
      CHECK(slow.complaints.size() == reading.complaints.size());
      settings.limit.reset();
      settings.files = {scratch.write("few", good)};
      settings.limit = limit;
      CHECK(read(settings).names == reading.names);
    }
  }
}

TEST_CASE("a limit counts records also where one has several lines") {
  const Scratch scratch;
  std::string text = "y,c\n";
  for (int i = 0; i < 40; ++i) text += "1,\"w" + std::string(static_cast<std::size_t>(i % 7), '\n') + std::to_string(i) + "\"\n";
  for (std::uint64_t limit = 1; limit <= 40; ++limit) {
    StreamSettings settings = two_classes(scratch.write("rows", text));
    settings.limit = limit;
    CHECK(read(settings).names.size() == limit);
  }
}

TEST_CASE("a row with more features than there may be leaves no name behind") {
  const Scratch scratch;
  for (const char* text :
       {"1 | a b\n1 | c d\n1 | a e\n1 | e\n", "y,a,b,c,d,e\n1,1,1,0,0,0\n1,0,0,1,1,0\n1,1,0,0,0,1\n1,0,0,0,0,1\n",
        "{\"y\":1,\"a\":1,\"b\":1}\n{\"y\":1,\"c\":1,\"d\":1}\n{\"y\":1,\"a\":1,\"e\":1}\n{\"y\":1,\"e\":1}\n"}) {
    StreamSettings settings = two_classes(scratch.write("rows", text));
    settings.most_features = 3;
    const Reading reading = read(settings);
    CHECK(reading.names == Lines{"a", "b", "e"});
    CHECK(reading.rows == "0| 1 1 1:1 2:1\n0| 1 1 1:1 3:1\n0| 1 1 3:1\n");
    CHECK(reading.complaints.size() == 1);
  }
}

TEST_CASE("a refused record decides nothing about columns and fields") {
  const Scratch scratch;
  // Were c decided by the first row, it would hold categories.
  CHECK(read(two_classes(scratch.write("rows", "y,c\n7,text\n1,2\n-1,3\n"))).rows == "0| 1 1 1:2\n0| -1 1 1:3\n");
  // Were the label's field decided by the first row, it would be y.
  CHECK(read(two_classes(scratch.write("rows", "{\"y\":7}\n{\"label\":1,\"y\":2}\n"))).rows == "0| 1 1 1:2\n");
}

TEST_CASE("max-abs reads twice and gives the same names") {
  const Scratch scratch;
  for (const auto& [name, mixed, good] : in_named_formats()) {
    StreamSettings settings = two_classes(scratch.write("rows", mixed));
    settings.scale = Scaling::max_abs;
    settings.limit = 2;
    CHECK(read(settings).names == Lines{"b", "a", "c=red"});
  }
}

}  // namespace dictionary_test
