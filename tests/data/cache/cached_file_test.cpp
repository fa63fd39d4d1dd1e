#include "data/cache/cached_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <atomic>
#include <catch2/catch.hpp>
#include <filesystem>

#include "data/blocks.hpp"
#include "data/plain.hpp"
#include "scratch.hpp"
#include "tacit/data/data_error.hpp"
#include "tacit/data/example_stream.hpp"

namespace cached_file_test {

using namespace tacit;
using Catch::Matchers::Contains;
using Catch::Matchers::EndsWith;

namespace {

const std::atomic<bool> never = false;

using Lines = std::vector<std::string>;

struct Reading {
  std::string rows;
  Lines notes;
  HashedNames hashed;
};

Reading read(const std::string& file, unsigned bits = FeatureNames::default_bits, std::optional<std::uint64_t> limit = {}) {
  StreamSettings settings;
  settings.files = {file};
  settings.reader.bias = false;
  settings.cache = true;
  settings.limit = limit;
  FeatureNames names(bits);
  Complaints complaints;
  ExampleStream stream(settings, names, complaints);
  std::string rows;
  while (const Block* block = stream.next()) rows += written(block->rows);
  return {rows, plain(complaints.notes()), names.hashed()};
}

// Enough rows for several blocks of a cache.
std::string many_rows() {
  std::string text;
  for (int i = 1; i <= 30000; ++i) text += std::to_string(i % 3) + " 1:" + std::to_string(i) + ".5 2:1 3:7 4:2 5:-1 9:3\n";
  return text;
}

void set_time(const std::string& path, const timespec& time) {
  const timespec times[] = {time, time};
  REQUIRE(utimensat(AT_FDCWD, path.c_str(), times, 0) == 0);
}

}  // namespace

TEST_CASE("a cache that is damaged anywhere is made anew with a note and no row is lost") {
  const Scratch scratch;
  const auto file = scratch.write("rows.svm", many_rows());
  const std::string expected = read(file).rows;
  const std::string cache = scratch.read("rows.svm.tacit-cache");
  REQUIRE(CacheReader(scratch.path("rows.svm.tacit-cache")).blocks() >= 3);
  const auto check = [&](const std::string& damaged) {
    scratch.write("rows.svm.tacit-cache", damaged);
    const Reading reading = read(file);
    CHECK((reading.rows == expected));
    REQUIRE(reading.notes.size() == 1);
    CHECK_THAT(reading.notes[0], Contains("rows.svm.tacit-cache: ") && EndsWith("; it is made anew") && !Contains("convert"));
    CHECK((scratch.read("rows.svm.tacit-cache") == cache));
  };
  for (std::size_t at = 8; at < cache.size(); at += cache.size() / 7) {  // the first 8 bytes say that it is one
    std::string damaged = cache;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x10);
    check(damaged);
    check(cache.substr(0, at));
  }
}

TEST_CASE("a file that is no cache keeps its name and its content") {
  const Scratch scratch;
  const auto file = scratch.write("rows.svm", "1 1:1\n2 2:2\n");
  const std::string expected = read(file).rows;
  for (const std::string other : {"1 3:1\n", "x"}) {
    scratch.write("rows.svm.tacit-cache", other);
    const Reading reading = read(file);
    CHECK(reading.rows == expected);
    REQUIRE(reading.notes.size() == 1);
    CHECK_THAT(reading.notes[0], Contains("rows.svm.tacit-cache: is no cache, so it is left as it is; ") &&
                                     EndsWith("rows.svm is read without a cache"));
    CHECK(scratch.read("rows.svm.tacit-cache") == other);
  }
}

TEST_CASE("a damaged cache that cannot be renewed is gone on with from the text") {
  const Scratch scratch;
  const auto file = scratch.write("rows.svm", many_rows());
  const std::string expected = read(file).rows;
  const auto path = scratch.path("rows.svm.tacit-cache");
  std::string damaged = scratch.read("rows.svm.tacit-cache");
  damaged[damaged.size() / 2] = static_cast<char>(damaged[damaged.size() / 2] + 1);
  scratch.write("rows.svm.tacit-cache", damaged);
  FeatureNames names;
  Complaints complaints;
  ReaderSettings how;
  how.bias = false;
  const auto cached = CachedFile::open(file, how, names, complaints, never);
  REQUIRE(cached);
  std::filesystem::remove(path);
  std::filesystem::create_directory(path);  // nobody can write a file there
  std::string rows;
  for (Dataset block; cached->read(block); block.clear()) rows += written(block);
  CHECK((rows == expected));
  CHECK(complaints.notes().size() == 2);
}

TEST_CASE("where no cache can be written the text is read with one note") {
  const Scratch scratch;
  const auto file = scratch.write("rows.svm", "1 1:1\n2 2:2\n");
  std::filesystem::create_directory(scratch.path("rows.svm.tacit-cache"));
  const Reading reading = read(file);
  CHECK(reading.rows == "1| 1 1 1:1\n2| 2 1 2:2\n");
  REQUIRE(reading.notes.size() == 1);
  CHECK_THAT(reading.notes[0], Contains("rows.svm.tacit-cache: is a directory") && EndsWith("rows.svm is read without a cache"));
}

TEST_CASE("a file that is a cache gets no cache of its own and is refused if damaged") {
  const Scratch scratch;
  const auto file = scratch.write("rows.svm", "1 1:1\n2 2:2\n");
  const std::string expected = read(file).rows;
  const auto cache = scratch.path("rows.svm.tacit-cache");
  CHECK(read(cache).rows == expected);
  CHECK_FALSE(scratch.has("rows.svm.tacit-cache.tacit-cache"));
  std::string damaged = scratch.read("rows.svm.tacit-cache");
  ++damaged[30];
  scratch.write("rows.svm.tacit-cache", damaged);
  CHECK_THROWS_WITH(read(cache), EndsWith("the cache is corrupted at block 1: the block's checksum is wrong; make it again"));
}

TEST_CASE("an edit that keeps size and time is noticed at both ends of a file") {
  const Scratch scratch;
  std::string text = many_rows();
  const auto file = scratch.write("rows.svm", text);
  struct stat status {};
  REQUIRE(stat(file.c_str(), &status) == 0);
  read(file);
  for (const std::size_t at : {std::size_t{0}, text.size() - 2}) {
    text[at] = '8';
    scratch.write("rows.svm", text);
    set_time(file, status.st_mtim);
    CHECK_THAT(read(file).rows.substr(at == 0 ? 0 : read(file).rows.size() - 4), Contains("8"));
  }
}

TEST_CASE("settings that only look the same joined are told apart") {
  ReaderSettings a;
  ReaderSettings b;
  a.categorical = {"x y"};
  b.categorical = {"x", "y"};
  CHECK(cache_settings(a, 22) != cache_settings(b, 22));
  a = b = {};
  a.label_column = "y, header yes";
  b.label_column = "y";
  b.header = true;
  CHECK(cache_settings(a, 22) != cache_settings(b, 22));
  a = b = {};
  b.label_column = "auto";
  CHECK(cache_settings(a, 22) != cache_settings(b, 22));
  CHECK(cache_settings(a, 22) != cache_settings(a, 21));
  a = b = {};
  b.delimiter = '|';
  CHECK(cache_settings(a, 22) != cache_settings(b, 22));
}

TEST_CASE("names that share an index are counted on every run") {
  const Scratch scratch;
  std::string text;
  for (int i = 0; i < 40; ++i) text += "1 | w" + std::to_string(i) + "\n";
  const auto file = scratch.write("rows.vw", text);
  const Reading first = read(file, 3);
  CHECK(first.hashed.bits == 3);
  CHECK(first.hashed.indices == 8);
  CHECK(first.hashed.shared > 0);
  const Reading second = read(file, 3);
  CHECK(second.hashed.shared == first.hashed.shared);
  CHECK(second.hashed.indices == first.hashed.indices);
  CHECK(read(scratch.path("rows.vw.tacit-cache"), 3).hashed.shared == first.hashed.shared);
}

TEST_CASE("a limit reads no more of a cache than it needs") {
  const Scratch scratch;
  const auto file = scratch.write("rows.svm", many_rows());
  read(file);
  std::string damaged = scratch.read("rows.svm.tacit-cache");
  const std::string beginning = read(file, 22, 5).rows;
  CHECK(std::ranges::count(beginning, '\n') == 5);
  damaged[damaged.size() / 2] = static_cast<char>(damaged[damaged.size() / 2] + 1);
  scratch.write("rows.svm.tacit-cache", damaged);
  const Reading reading = read(file, 22, 5);
  CHECK(reading.rows == beginning);
  CHECK(reading.notes.empty());
}

TEST_CASE("a dictionary cannot be cached and is told so") {
  const Scratch scratch;
  FeatureNames names(Lines{});
  Complaints complaints;
  CHECK_THROWS_WITH(CachedFile::open(scratch.write("a.vw", "1 | a\n"), {}, names, complaints, never),
                    EndsWith("a.vw: a cache holds no names; leave out cache or dictionary"));
}

TEST_CASE("a column holds the same in all files whether they have caches or not") {
  const Scratch scratch;
  const auto numbers = scratch.write("n.csv", "label,x\n1,5\n-1,6\n");
  const auto texts = scratch.write("t.csv", "label,x\n1,abc\n-1,def\n");
  const auto refusal = [&](const std::vector<std::string>& files, bool cache) -> std::string {
    StreamSettings settings;
    settings.files = files;
    settings.cache = cache;
    FeatureNames names(FeatureNames::default_bits);
    Complaints complaints;
    ExampleStream stream(settings, names, complaints);
    try {
      while (stream.next() != nullptr) continue;
    } catch (const DataError& error) {
      return error.what();
    }
    return "accepted";
  };
  for (const auto& files : {std::vector{numbers, texts}, std::vector{texts, numbers}}) {
    const std::string expected = refusal(files, false);
    CHECK_THAT(expected, Contains(":2:3: column 'x': found"));
    CHECK(refusal(files, true) == expected);  // caches are made
    CHECK(refusal(files, true) == expected);  // and used
  }
  CHECK(CacheReader(texts + ".tacit-cache").source().columns == std::vector<SourceColumn>{{"x", true, 2}});
}

TEST_CASE("a link where the cache would be gives way to the cache, and what it leads to stays") {
  const Scratch scratch;
  const std::string text = "1 1:2\n-1 2:3\n";
  const std::string file = scratch.write("rows.svm", text);
  std::filesystem::create_symlink("rows.svm", scratch.path("rows.svm.tacit-cache"));
  CHECK(read(file).rows == read(file).rows);
  CHECK(scratch.read("rows.svm") == text);
  CHECK(!std::filesystem::is_symlink(scratch.path("rows.svm.tacit-cache")));
}

TEST_CASE("everything that decides the rows of a file is part of the key of its cache") {
  // A new member of the settings does not compile here: say below whether it changes the key.
  const ReaderSettings plain;
  [[maybe_unused]] const auto& [format, label_column, id, time, group, header, categorical, ignored, delimiter, missing_words,
                                bias, labelled, absent_label, label_words, class_labels, crosses, remembered, columns_seen] =
      plain;
  const auto key = [](const ReaderSettings& how) { return cache_settings(how, 22); };
  const auto with = [&](auto change) {
    ReaderSettings how = plain;
    change(how);
    return key(how);
  };
  CHECK(with([](auto& how) { how.format = "csv"; }) != key(plain));
  CHECK(with([](auto& how) { how.label_column = "y"; }) != key(plain));
  CHECK(with([](auto& how) { how.id = "a"; }) != key(plain));
  CHECK(with([](auto& how) { how.id = "a"; }) != with([](auto& how) { how.ignored = {"a"}; }));
  CHECK(with([](auto& how) { how.time = "a"; }) != key(plain));
  CHECK(with([](auto& how) { how.group = "a"; }) != key(plain));
  CHECK(with([](auto& how) { how.group = "a"; }) != with([](auto& how) { how.time = "a"; }));
  CHECK(with([](auto& how) { how.absent_label = std::numeric_limits<double>::quiet_NaN(); }) != key(plain));
  CHECK(with([](auto& how) { how.header = true; }) != with([](auto& how) { how.header = false; }));
  CHECK(with([](auto& how) { how.header = false; }) != key(plain));
  CHECK(with([](auto& how) { how.categorical = {"a"}; }) != key(plain));
  CHECK(with([](auto& how) { how.ignored = {"a"}; }) != key(plain));
  CHECK(with([](auto& how) { how.ignored = {"a"}; }) != with([](auto& how) { how.categorical = {"a"}; }));
  CHECK(with([](auto& how) { how.delimiter = ','; }) != key(plain));
  CHECK(with([](auto& how) { how.missing_words = {"-"}; }) != key(plain));
  CHECK(with([](auto& how) { how.missing_words = {"-"}; }) != with([](auto& how) { how.ignored = {"-"}; }));
  CHECK(with([](auto& how) { how.labelled = false; }) != key(plain));
  CHECK(with([](auto& how) { how.label_words = LabelWords{"no", "yes"}; }) != key(plain));
  CHECK(with([](auto& how) { how.class_labels = true; }) != key(plain));
  CHECK(cache_settings(plain, 21) != key(plain));
  const auto crossed = [](const char* word) { return std::make_shared<const Crosses>(std::vector<std::string>{word}, 22); };
  CHECK(with([&](auto& how) { how.crosses = crossed("a*b"); }) != key(plain));
  CHECK(with([&](auto& how) { how.crosses = crossed("a*b"); }) != with([&](auto& how) { how.crosses = crossed("a*c"); }));
  CHECK(with([&](auto& how) { how.crosses = crossed("2"); }) == key(plain));  // those of all features are made of cached rows
  // The bias is added when rows are read, what a model remembers is among the above, and what columns hold is kept beside.
  CHECK(with([](auto& how) { how.bias = false; }) == key(plain));
  CHECK(with([](auto& how) { how.remembered.header = true; }) == key(plain));
  CHECK(with([](auto& how) { how.columns_seen = std::make_shared<ColumnsSeen>(); }) == key(plain));
}

}  // namespace cached_file_test
