#include "tacit/data/reader.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <catch2/catch.hpp>
#include <chrono>
#include <ctime>
#include <thread>

#include "data/blocks.hpp"
#include "data/bytes/compressed.hpp"
#include "data/formats/format.hpp"
#include "data/plain.hpp"
#include "scratch.hpp"
#include "tacit/data/cache.hpp"
#include "tacit/data/data_error.hpp"

namespace reader_test {

using namespace tacit;
using Catch::Matchers::Contains;
using Catch::Matchers::EndsWith;
using Catch::Matchers::Equals;
using Catch::Matchers::StartsWith;

namespace {

ReaderSettings format(std::string name) {
  ReaderSettings settings;
  settings.format = std::move(name);
  return settings;
}

std::string read(const std::string& path, const ReaderSettings& settings = {}, std::string* found = nullptr) {
  FeatureNames names;
  Complaints complaints;
  Reader reader(path, settings, names, complaints);
  Dataset rows;
  for (Dataset block; reader.read(block); block.clear()) {
    CHECK_FALSE(block.empty());
    for (std::size_t i = 0; i < block.size(); ++i) rows.append(block[i], block.line(i));
  }
  CHECK(rows.size() == static_cast<std::size_t>(std::ranges::count(written(rows), '\n')));
  if (found != nullptr) *found = reader.format();
  return written(rows);
}

std::string read_skipping(const std::string& path, const ReaderSettings& settings, std::vector<std::string>& found) {
  FeatureNames names;
  Complaints complaints(OnError::skip);
  Reader reader(path, settings, names, complaints);
  std::string rows;
  for (Dataset block; reader.read(block); block.clear()) rows += written(block);
  found = plain(complaints.first());
  return rows;
}

// Both ends of a pipe. The reading end can be opened by its path.
class Pipe {
 public:
  Pipe() { REQUIRE(pipe(ends_.data()) == 0); }
  ~Pipe() {
    finish();
    close(ends_[0]);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  std::string path() const { return "/dev/fd/" + std::to_string(ends_[0]); }
  void send(std::string_view text) const {
    if (::write(ends_[1], text.data(), text.size()) != static_cast<ssize_t>(text.size())) throw std::runtime_error("pipe");
  }
  // It holds no more than one page.
  void narrow() const { REQUIRE(fcntl(ends_[1], F_SETPIPE_SZ, 4096) == 4096); }
  void finish() {
    if (ends_[1] >= 0) close(ends_[1]);
    ends_[1] = -1;
  }

 private:
  std::array<int, 2> ends_{};
};

struct Case {
  const char* format;
  const char* text;
};

// The same two examples.
constexpr std::array<Case, 4> cases{{{"libsvm", "1 1:2.5 3:-1\n-1 2:4\n"},
                                     {"vw", "1 | 1:2.5 3:-1\n-1 | 2:4\n"},
                                     {"csv", "1,2.5,0,-1\n-1,0,4,0\n"},
                                     {"jsonl", "{\"y\":1,\"1\":2.5,\"3\":-1}\n{\"y\":-1,\"2\":4}\n"}}};
// Sanitizers make reading byte after byte many times slower. What is quadratic would still take hours.
#if defined(TACIT_SANITIZED)
constexpr bool slow = true;
#else
constexpr bool slow = false;
#endif

constexpr const char* both = "1| 1 1 0:1 1:2.5 3:-1\n2| -1 1 0:1 2:4\n";

}  // namespace

TEST_CASE("every format and compression gives the same rows") {
  const Scratch scratch;
  for (const auto& [name, text] : cases) {
    CAPTURE(name);
    std::string found;
    const std::string last_line_open(text, std::string_view(text).size() - 1);
    for (const std::string& bytes :
         {std::string(text), last_line_open, gzip(text), zstd(text), bzip2(text), gzip(last_line_open)}) {
      CHECK(read(scratch.write("rows", bytes), {}, &found) == both);
      CHECK(found == name);
      CHECK(read(scratch.path("rows"), format(name)) == both);
    }
    ReaderSettings settings;
    settings.bias = false;
    CHECK(read(scratch.write("rows", text), settings) == "1| 1 1 1:2.5 3:-1\n2| -1 1 2:4\n");
  }
}

TEST_CASE("a cache is known by its content") {
  const Scratch scratch;
  Dataset rows;
  rows.begin_row(1, 2, 5);
  rows.push(3, 0.5);
  CacheWriter writer(scratch.path("any.txt"), {});
  writer.add(rows);
  writer.finish();
  std::string found;
  CHECK(read(scratch.path("any.txt"), {}, &found) == "5| 1 2 0:1 3:0.5\n");
  CHECK(found == "cache");
  CHECK(read(scratch.path("any.txt"), format("cache")) == "5| 1 2 0:1 3:0.5\n");
  CHECK_THROWS_WITH(read(scratch.path("any.txt"), format("csv")), EndsWith("any.txt: is a tacit cache; expected csv"));
  CHECK_THROWS_WITH(read(scratch.write("text", "1 1:1\n"), format("cache")), EndsWith("text: is not a tacit cache"));
  CHECK_THROWS_WITH(read(scratch.write("packed", gzip(scratch.read("any.txt")))), Contains("expected it as a plain file"));
}

TEST_CASE("what is no text is refused as what it is") {
  using namespace std::string_view_literals;
  const Scratch scratch;
  const auto refusal = [&](std::string_view bytes, const ReaderSettings& settings = {}) {
    try {
      read(scratch.write("t", std::string(bytes)), settings);
    } catch (const DataError& error) {
      return std::string(error.what()).substr(scratch.path("t").size());
    }
    return std::string("accepted");
  };
  CHECK_THAT(refusal("PK\x03\x04\x14\0abc"sv), StartsWith(": is a zip archive; expected libsvm, vw, csv or jsonl, plain or"));
  CHECK_THAT(refusal("\xfd"
                     "7zXZ\0\0\x04"sv),
             StartsWith(": is compressed by xz; expected"));
  CHECK_THAT(refusal("1 1:1\n1 \0:1\n"sv), StartsWith(": is not text: byte 9 is '\\x00'; expected"));
  CHECK_THAT(refusal("1 1:1\n1 \0:1\n"sv, format("csv")), StartsWith(": is not text: byte 9"));
  CHECK_THAT(refusal("\xff\xfe"
                     "1\0\n\0"sv),
             StartsWith(": is in UTF-16; expected UTF-8"));
  CHECK_THAT(refusal("\x1f"), Equals(": ends within the first bytes of gzip; expected the whole file"));
  CHECK_THAT(refusal("\x28\xb5"), Equals(": ends within the first bytes of zstd; expected the whole file"));
}

TEST_CASE("where nothing is understood the guess of the format is named") {
  const Scratch scratch;
  const auto file = scratch.write("t", "a,b\n1,2\n");
  const std::string guess = " (taken for csv; if it is not, say format)";
  CHECK_THROWS_WITH(read(file), StartsWith(file + ":1:1: found the columns") && EndsWith(guess));
  CHECK_THROWS_WITH(read(file, format("csv")), !Contains("taken for"));
  CHECK_THROWS_WITH(read(scratch.write("t", "1 1:1\n1 1:x\n")), !Contains("taken for"));
  Complaints complaints(OnError::skip);
  FeatureNames names;
  Reader reader(scratch.write("t", "x 1:1\n"), ReaderSettings{}, names, complaints);
  Dataset rows;
  while (reader.read(rows)) {
  }
  CHECK(rows.empty());
  CHECK(plain(complaints.notes()) ==
        std::vector<std::string>{file + ": no row was understood as libsvm; if it is something else, say format"});
}

TEST_CASE("the format is decided by the first line that says something") {
  CHECK(detect_format("") == "libsvm");
  CHECK(detect_format("\n \n# only, comments\n") == "libsvm");
  CHECK(detect_format("1 1:2\n") == "libsvm");
  CHECK(detect_format("1\t1:2\t2:3\n") == "libsvm");
  CHECK(detect_format("1:2 3:4\n") == "libsvm");
  CHECK(detect_format("3:4\n") == "libsvm");
  CHECK(detect_format("1 qid:3 2:5\n") == "libsvm");
  CHECK(detect_format("+1\n") == "libsvm");
  CHECK(detect_format("-1.5e3 \r\n") == "libsvm");
  CHECK(detect_format("0 1:2 # one, two\n") == "libsvm");
  CHECK(detect_format("# a, comment\n\n1 1:2\n") == "libsvm");
  CHECK(detect_format("1 |f a b\n") == "vw");
  CHECK(detect_format("| a:1 b,c\n") == "vw");
  CHECK(detect_format("1 1:2 'tag| a\n") == "vw");
  CHECK(detect_format("{\"y\":1}\n") == "jsonl");
  CHECK(detect_format("\n  {\"y\":1,\n") == "jsonl");
  CHECK(detect_format("a,b,c\n1,2,3\n") == "csv");
  CHECK(detect_format("1;2\n") == "csv");
  CHECK(detect_format("1\t2\n") == "csv");
  CHECK(detect_format("\"a|b\"\n") == "csv");
  CHECK(detect_format("1 |a \"q\"\n") == "vw");
  CHECK(detect_format("'tag |a \"q\", b\n") == "vw");
  CHECK(detect_format("1,2,a|b\n") == "csv");
  CHECK(detect_format("[{\"y\":1},\n{\"y\":2}]\n") == "jsonl");
  CHECK(detect_format("{\n\"y\": 1,\n\"a\": 2\n}\n") == "jsonl");
  // A doubtful first line is outvoted, but a line that is not there to its end has no vote.
  CHECK(detect_format("oops\n1 1:2\n-1 2:3\n") == "libsvm");
  CHECK(detect_format("1 1:0,5\n1 1:2\n-1 2:3\n") == "libsvm");
  CHECK(detect_format("7\n1 | a\n") == "vw");
  CHECK(detect_format("x|y\n1,2\n3,4\n") == "csv");
  CHECK(detect_format("2024-01-01 12:30,5\n2024-01-02 12:30,6\n") == "csv");
  CHECK(detect_format("oops\n1,2\n") == "csv");
  CHECK(detect_format("oops\n1 1:2") == "csv");
  CHECK(detect_format("label\n1\n") == "csv");
}

TEST_CASE("empty lines and comments say nothing") {
  CHECK(says_something("1 1:2"));
  CHECK(says_something("  x # y"));
  CHECK_FALSE(says_something(""));
  CHECK_FALSE(says_something(" \t\r"));
  CHECK_FALSE(says_something("# comment"));
  CHECK_FALSE(says_something("  # comment"));
}

TEST_CASE("a pipe may break its text anywhere") {
  for (const auto& [name, body] : cases) {
    CAPTURE(name);
    const std::string text = std::string(name) == "libsvm" ? "\n# first, a comment\n" + std::string(body) : body;
    const Scratch scratch;
    const std::string whole = read(scratch.write("rows", text));
    for (std::size_t at = 0; at <= text.size(); ++at) {
      Pipe pipe;
      pipe.send(text.substr(0, at));
      std::thread writer([&] {
        std::this_thread::sleep_for(std::chrono::microseconds(300));
        pipe.send(text.substr(at));
        pipe.finish();
      });
      CHECK(read(pipe.path()) == whole);
      writer.join();
    }
  }
}

TEST_CASE("rows come before a slow pipe is closed") {
  for (const auto& [name, text] : cases) {
    CAPTURE(name);
    const std::string_view lines(text);
    const std::size_t first = lines.find('\n') + 1;
    const Pipe pipe;
    FeatureNames names;
    Complaints complaints;
    Reader reader(pipe.path(), {}, names, complaints);
    Dataset rows;
    pipe.send(lines.substr(0, first));
    REQUIRE(reader.read(rows));
    CHECK(rows.size() == 1);
    pipe.send(lines.substr(first));
    REQUIRE(reader.read(rows));
    CHECK(written(rows) == both);
  }
}

TEST_CASE("many rows are read in many blocks with their lines") {
  const Scratch scratch;
  std::string text;
  std::string expected;
  for (int i = 1; i <= 60000; ++i) {
    text += std::to_string(i) + " 1:" + std::to_string(i) + ".25 " + std::to_string(i + 1) + ":1\n";
    expected +=
        std::to_string(i) + "| " + std::to_string(i) + " 1 0:1 1:" + std::to_string(i) + ".25 " + std::to_string(i + 1) + ":1\n";
  }
  for (const std::string& bytes : {text, gzip(text), zstd(text), bzip2(text)}) {
    CHECK((read(scratch.write("rows", bytes)) == expected));
  }
}

TEST_CASE("a record may be long but not longer than the limit") {
  const Scratch scratch;
  std::string line = "1";
  for (int i = 1; i <= 100000; ++i) line += " " + std::to_string(i) + ":1";
  CHECK(read(scratch.write("long", line + "\n2 1:1")).ends_with("\n2| 2 1 0:1 1:1\n"));
  const std::string endless = "1 1:1\n2" + std::string(longest_record + (1U << 20U), ' ');
  const char* message = "endless:2: a record longer than 16 MiB; expected a line end (or a closing quote)";
  CHECK_THROWS_WITH(read(scratch.write("endless", endless + "\n")), EndsWith(message));
  CHECK_THROWS_WITH(read(scratch.write("endless", gzip(endless + "\n"))), EndsWith(message));
}

TEST_CASE("a record that is too long is one bad row when bad rows are skipped", "[huge]") {
  const Scratch scratch;
  const std::string longer(longest_record + (1U << 20U), ' ');
  const std::string what = ": a record longer than 16 MiB; expected a line end (or a closing quote)";
  const auto skipping = [&](const std::string& text, std::vector<std::string> complaints) {
    for (const std::string& bytes : {text, gzip(text)}) {
      for (std::string& complaint : complaints) complaint = scratch.path("rows") + complaint;
      std::vector<std::string> found;
      const std::string rows = read_skipping(scratch.write("rows", bytes), {}, found);
      CHECK(found == complaints);
      CHECK(rows == "1| 1 1 0:1 1:1\n3| 2 1 0:1 1:2\n");
      for (std::string& complaint : complaints) complaint.erase(0, scratch.path("rows").size());
    }
  };
  skipping("1 1:1\n2" + longer + "\n2 1:2\n", {":2" + what});
  skipping("1 1:1\n2" + longer + "\n2 1:2\n3" + longer, {":2" + what, ":4" + what});
  skipping("1 | 1:1\n2" + longer + "\n2 | 1:2\n", {":2" + what});
  skipping("{\"y\":1,\"1\":1}\n{" + longer + "\n{\"y\":2,\"1\":2}\n", {":2" + what});
  skipping("1,1\n2," + longer + "\n2,2\n", {":2" + what});
  // It begins the input.
  std::vector<std::string> found;
  CHECK(read_skipping(scratch.write("rows", "2 1:1" + longer + "\n1 1:1\n"), {}, found) == "2| 1 1 0:1 1:1\n");
  CHECK(found == std::vector{scratch.path("rows") + ":1" + what});
  CHECK_THROWS_WITH(read_skipping(scratch.write("rows", "y,a" + longer + "\n1,1\n"), {}, found), EndsWith("rows:1" + what));
}

TEST_CASE("a quote that is never closed takes its line along and no other") {
  const Scratch scratch;
  std::vector<std::string> found;
  CHECK(read_skipping(scratch.write("rows", "1,1\n2,\"2\n2,2\n"), {}, found) == "1| 1 1 0:1 1:1\n3| 2 1 0:1 1:2\n");
  CHECK(found ==
        std::vector{scratch.path("rows") + ":2:3: the quote of '\"2' is never closed; expected another one behind the field"});
}

TEST_CASE("a quote that is not closed within the limit takes its line along and no other", "[huge]") {
  const Scratch scratch;
  std::vector<std::string> found;
  // The record began some lines before.
  std::string text = "1,1\n\"2\n\",\"2\n2,2\n";
  const std::size_t lines = longest_record / 8 + 100000;
  for (std::size_t i = 0; i < lines; ++i) text += "3,33333\n";
  const std::string all = read_skipping(scratch.write("rows", text), {}, found);
  CHECK(found == std::vector{scratch.path("rows") + ":2: a record longer than 16 MiB; expected a line end (or a closing quote)"});
  CHECK(all.starts_with("1| 1 1 0:1 1:1\n4| 2 1 0:1 1:2\n5| 3 1 0:1 1:33333\n"));
  CHECK(all.ends_with("\n" + std::to_string(lines + 4) + "| 3 1 0:1 1:33333\n"));
}

TEST_CASE("a long record in small pieces is looked through once", "[huge]") {
  // Blanks, in quotes for CSV. A reader that looks at all it holds whenever a piece comes would look at 30 GB.
  constexpr std::size_t size = 15'000'000;
  for (const auto& [name, text] : cases) {
    CAPTURE(name);
    for (const bool first : {false, true}) {
      const std::string record =
          std::string_view(name) == "csv" ? "0,\"" + std::string(size, ' ') + "\",0,0\n" : std::string(size, ' ') + "\n";
      const std::size_t at = first ? 0 : std::string_view(text).find('\n') + 1;
      const std::string whole = std::string(text).insert(at, record);
      Pipe pipe;
      pipe.narrow();
      std::thread writer([&] {
        for (std::size_t sent = 0; sent < whole.size(); sent += 4096) pipe.send(std::string_view(whole).substr(sent, 4096));
        pipe.finish();
      });
      const std::clock_t began = std::clock();  // processor time, as others may use the processor too
      const std::string rows = read(pipe.path());
      writer.join();
      CHECK(rows.ends_with("| -1 1 0:1 2:4\n"));
      CHECK(std::clock() - began < 5 * CLOCKS_PER_SEC);
    }
  }
}

TEST_CASE("any number of comments and empty lines may come first", "[huge]") {
  const Scratch scratch;
  std::string comments;
  const std::size_t lines = (slow ? 20'000'000 : 64'000'000) / 32;
  for (std::size_t i = 0; i < lines; ++i)
    comments += i % 2 == 0 ? "# a comment of thirty-two bytes\n" : "                               \n";
  CHECK(read(scratch.write("rows", comments + "1 1:2\n")) == std::to_string(lines + 1) + "| 1 1 0:1 1:2\n");
  CHECK_THROWS_WITH(read(scratch.write("rows", comments + "1,2\n")),
                    EndsWith("rows: begins with more than 16 MiB of lines with #, which are no comments in csv; take them out"));
  const std::size_t blanks = slow ? 2'000'000 : 20'000'000;
  const std::string expected =
      std::to_string(blanks + 1) + "| 1 1 0:1 1:2.5 3:-1\n" + std::to_string(blanks + 2) + "| -1 1 0:1 2:4\n";
  for (const auto& [name, text] : cases) {
    scratch.write("rows", std::string(blanks, '\n') + text);
    for (const ReaderSettings& settings : {ReaderSettings{}, format(name)})
      CHECK(read(scratch.path("rows"), settings) == expected);
  }
}

TEST_CASE("a byte-order mark may come in pieces") {
  for (const auto& [name, text] : cases) {
    for (const ReaderSettings& settings : {ReaderSettings{}, format(name)}) {
      Pipe pipe;
      std::thread writer([&, text = "\xef\xbb\xbf" + std::string(text)] {
        for (const char byte : text) {
          pipe.send({&byte, 1});
          std::this_thread::sleep_for(std::chrono::microseconds(100));
        }
        pipe.finish();
      });
      CHECK(read(pipe.path(), settings) == both);
      writer.join();
    }
  }
}

TEST_CASE("an empty input has no rows") {
  const Scratch scratch;
  for (const char* text : {"", "\n", "# nothing\n\n"}) {
    for (const std::string& bytes : {std::string(text), gzip(text), zstd(text), bzip2(text)}) {
      CHECK(read(scratch.write("empty", bytes)).empty());
    }
  }
  CHECK_THROWS_WITH(read(scratch.path("none")), EndsWith("none: No such file or directory"));
}

TEST_CASE("damaged data are refused when they are reached") {
  const Scratch scratch;
  std::string text;
  for (int i = 1; i <= 200000; ++i) text += std::to_string(i * 7919 % 10007) + " 1:1\n";
  for (const auto pack : {gzip, zstd, bzip2}) {
    const std::string packed = pack(text);
    FeatureNames names;
    Complaints complaints;
    Reader reader(scratch.write("cut", packed.substr(0, packed.size() - 2)), {}, names, complaints);
    Dataset rows;
    CHECK(reader.read(rows));
    CHECK_THROWS_WITH(
        [&] {
          while (reader.read(rows)) {
          }
        }(),
        Contains("cut: the compressed data end too early"));
  }
}

TEST_CASE("a reader that waits stops waiting when cancelled") {
  const Scratch scratch;
  REQUIRE(mkfifo(scratch.path("nobody").c_str(), 0600) == 0);
  // Nobody has written; half a line is there; a row and half of the next; half of some compressed data.
  const std::vector<std::pair<std::string, std::size_t>> begun{
      {"", 0}, {"1 1:1", 0}, {"1 1:1\n1 2:", 1}, {gzip("1 1:1\n").substr(0, 12), 0}};
  for (const auto& [text, expected] : begun) {
    CAPTURE(text);
    Pipe pipe;
    pipe.send(text);
    FeatureNames names;
    Complaints complaints;
    Reader reader(text.empty() ? scratch.path("nobody") : pipe.path(), {}, names, complaints);
    std::thread canceller([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      reader.cancel();
    });
    Dataset rows;
    while (reader.read(rows)) {
    }
    canceller.join();
    CHECK(rows.size() == expected);
    CHECK_FALSE(reader.read(rows));
  }
}

TEST_CASE("no more bad rows are held at a time than fit into a piece of input") {
  const Scratch scratch;
  std::string text = "1 1:1\n";
  constexpr std::size_t bad = 500'000;
  for (std::size_t i = 0; i < bad; ++i) text += "x\n";
  FeatureNames names;
  Complaints complaints(OnError::skip);
  Reader reader(scratch.write("rows", text + "1 2:1\n"), {}, names, complaints);
  std::size_t most = 0;
  std::size_t all = 0;
  Dataset rows;
  while (reader.read(rows)) {
    const std::size_t lines = complaints.take_lines().size();
    most = std::max(most, lines);
    all += lines;
  }
  CHECK(written(rows) == "1| 1 1 0:1 1:1\n500002| 1 1 0:1 2:1\n");
  CHECK(all == bad);
  CHECK(most < bad / 2);
}

TEST_CASE("a table whose lines end with CR alone is not taken for a header") {
  const Scratch scratch;
  constexpr const char* message = "rows:1: lines end with CR alone; expected LF or CR LF: convert them, as with tr '\\r' '\\n'";
  for (const char* text : {"y,a\r1,2\r-1,3\r", "y,a\r1,2", "\"y\",a\r1,2\r\n", "1,2\r-1,3\r"}) {
    for (const ReaderSettings& settings : {ReaderSettings{}, format("csv")})
      CHECK_THROWS_WITH(read(scratch.write("rows", text), settings), EndsWith(message));
  }
  CHECK(read(scratch.write("rows", "y,\"a\r\nb\"\r\n1,0\r\n")) == "3| 1 1 0:1\n");
}

TEST_CASE("bad rows are complained of with the name of the input") {
  const Scratch scratch;
  FeatureNames names;
  Complaints complaints(OnError::skip);
  const auto path = scratch.write("rows.svm", "1 1:1\nx\n2 2:2\n");
  Reader reader(path, {}, names, complaints);
  CHECK(reader.name() == path);
  Dataset rows;
  while (reader.read(rows)) {
  }
  CHECK(written(rows) == "1| 1 1 0:1 1:1\n3| 2 1 0:1 2:2\n");
  CHECK(plain(complaints.first()) == std::vector<std::string>{path + ":2:1: found 'x'; expected a label"});
}

}  // namespace reader_test
