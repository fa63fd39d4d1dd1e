#include "tacit/data/byte_source.hpp"

#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <catch2/catch.hpp>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>

#include "data/bytes/compressed.hpp"
#include "scratch.hpp"
#include "tacit/core/random.hpp"
#include "tacit/data/data_error.hpp"

namespace byte_source_test {

using namespace tacit;
using Catch::Matchers::Contains;
using Catch::Matchers::EndsWith;

namespace {

std::string read_all(const std::string& path, std::size_t at_a_time = 1000) {
  ByteSource source(path);
  std::string bytes;
  std::vector<char> buffer(at_a_time);
  while (const std::size_t count = source.read(buffer)) bytes.append(buffer.data(), count);
  return bytes;
}

std::string some_text() {
  std::string text;
  for (int i = 0; i < 100000; ++i) text += std::to_string(i * 7919 % 10007) + "\n";
  return text;
}

}  // namespace

TEST_CASE("plain and compressed files give the same bytes") {
  const Scratch scratch;
  const std::string text = some_text();
  const auto plain = scratch.write("plain", text);
  for (const std::size_t at_a_time : {1U, 13U, 100000U}) CHECK(read_all(plain, at_a_time) == text);
  CHECK_FALSE(ByteSource(plain).compressed());
  CHECK(read_all(scratch.write("empty", "")).empty());
  for (const auto pack : {gzip, zstd, bzip2}) {
    const auto packed = scratch.write("packed", pack(text));
    CHECK(ByteSource(packed).compressed());
    for (const std::size_t at_a_time : {1U, 13U, 100000U}) CHECK(read_all(packed, at_a_time) == text);
    CHECK(read_all(scratch.write("glued", pack(text) + pack("more"))) == text + "more");
    CHECK(read_all(scratch.write("glued", pack("") + pack("a") + pack("") + pack("b")), 1) == "ab");
    CHECK(read_all(scratch.write("nothing", pack(""))).empty());
  }
}

TEST_CASE("data that need many reads of the file are undone too") {
  const Scratch scratch;
  std::string text;
  tacit::Random random(3);
  for (int i = 0; i < 1'000'000; ++i) text += static_cast<char>(random.below(256));
  for (const auto pack : {gzip, zstd, bzip2}) CHECK(read_all(scratch.write("packed", pack(text) + pack(text))) == text + text);
}

TEST_CASE("text that begins as compressed data do is text") {
  const Scratch scratch;
  for (const std::string_view text :
       {"\x1f", "\x28\xb5\x2f", "B", "BZ", "BZh", "BZh9", "BZh9\n", "BZh91AY&S", "BZh91AY&Sx and more", "BZh0 1:1\n"}) {
    CHECK(read_all(scratch.write("text", text)) == text);
    CHECK_FALSE(ByteSource(scratch.path("text")).compressed());
  }
}

TEST_CASE("zeros behind gzip data are padding and anything else is told apart from damage") {
  const Scratch scratch;
  const std::string packed = gzip("a") + gzip("b");
  for (const std::size_t zeros : {1U, 2U, 511U, 200000U})
    CHECK(read_all(scratch.write("padded", packed + std::string(zeros, '\0'))) == "ab");
  const std::string zero(1, '\0');
  for (const std::string& more : {std::string("g"), std::string("garbage"), std::string("\x1fgarbage"), std::string("\n"),
                                  zero + "x", zero + gzip("c"), std::string(100000, '\0') + "x", std::string(100000, 'x')}) {
    CHECK_THROWS_WITH(read_all(scratch.write("more", packed + more)),
                      EndsWith("more: the compressed data are followed by something that is not gzip; cut it off"));
  }
  CHECK_THROWS_WITH(read_all(scratch.write("cut", packed + "\x1f")), EndsWith("cut: the compressed data end too early"));
}

TEST_CASE("damaged or cut compressed files are refused") {
  const Scratch scratch;
  for (const auto pack : {gzip, zstd, bzip2}) {
    const std::string packed = pack(some_text());
    CHECK_THROWS_WITH(read_all(scratch.write("cut", packed.substr(0, packed.size() / 2))), Contains("end too early"));
    CHECK_THROWS_WITH(read_all(scratch.write("cut", packed.substr(0, packed.size() - 1))), Contains("end too early"));
    CHECK_THROWS_WITH(read_all(scratch.write("cut", packed + packed.substr(0, packed.size() - 1))), Contains("end too early"));
    std::string damaged = packed;
    damaged[packed.size() / 2] = static_cast<char>(damaged[packed.size() / 2] ^ 0x55);
    CHECK_THROWS_WITH(read_all(scratch.write("damaged", damaged)), Contains("damaged: the compressed data are damaged"));
    CHECK_THROWS_WITH(read_all(scratch.write("trailing", packed + "some text behind")),
                      Contains("are damaged") || Contains("not gzip"));
  }
}

TEST_CASE("compressed files damaged in any byte are refused or read to the end") {
  const Scratch scratch;
  tacit::Random random(4);
  for (const auto pack : {gzip, zstd, bzip2}) {
    const std::string packed = pack("1 1:1\n-1 2:2 3:3\n");
    for (int i = 0; i < 3000; ++i) {
      std::string damaged = packed;
      for (auto changes = 1 + random.below(3); changes > 0; --changes) {
        damaged[random.below(packed.size())] = static_cast<char>(random.below(256));
      }
      if (random.below(2) == 0) damaged.resize(random.below(packed.size()));
      try {
        read_all(scratch.write("damaged", damaged));
      } catch (const DataError& error) {
        REQUIRE_THAT(error.what(), Contains("damaged: the compressed data "));
      }
    }
  }
}

TEST_CASE("short compressed files are refused wherever they are cut") {
  const Scratch scratch;
  for (const auto pack : {gzip, zstd, bzip2}) {
    const std::string packed = pack("1 1:1\n");
    const std::size_t magic = pack == gzip ? 2 : pack == zstd ? 4 : 10;
    for (std::size_t size = 0; size < packed.size(); ++size) {
      const auto path = scratch.write("cut", packed.substr(0, size));
      if (size < magic) {
        CHECK(read_all(path) == packed.substr(0, size));
      } else {
        CHECK_THROWS_WITH(read_all(path), Contains("end too early"));
      }
    }
  }
}

TEST_CASE("missing files and folders are refused by name") {
  const Scratch scratch;
  CHECK_THROWS_WITH(ByteSource(scratch.path("none")), Contains("none: No such file or directory"));
  CHECK_THROWS_WITH(ByteSource(scratch.path("")), Contains("is a directory"));
}

TEST_CASE("windows of zstd beyond 32 MB are refused with what to do") {
  const Scratch scratch;
  const std::string text(1U << 20U, 'x');
  for (const int window : {25, 26}) {
    std::string packed(ZSTD_compressBound(text.size()), '\0');
    ZSTD_CCtx* context = ZSTD_createCCtx();
    ZSTD_CCtx_setParameter(context, ZSTD_c_windowLog, window);
    ZSTD_inBuffer from{text.data(), text.size(), 0};
    ZSTD_outBuffer to{packed.data(), packed.size(), 0};
    ZSTD_compressStream2(context, &to, &from, ZSTD_e_continue);  // the length is not known, so that the window stays
    REQUIRE(ZSTD_compressStream2(context, &to, &from, ZSTD_e_end) == 0);
    ZSTD_freeCCtx(context);
    const auto path = scratch.write("wide", packed.substr(0, to.pos));
    if (window == 25) CHECK(read_all(path) == text);
    if (window == 26)
      CHECK_THROWS_WITH(read_all(path),
                        Contains("wide: the compressed data need a window of more than 32 MB") && Contains("--long=25"));
  }
}

TEST_CASE("an error about a file says its kind and its place") {
  const Scratch scratch;
  const auto error = [](const std::string& path) {
    try {
      ByteSource source(path);
      std::array<char, 64> buffer{};
      while (source.read(buffer) > 0) continue;
    } catch (const DataError& found) {
      return found;
    }
    return DataError("nothing was refused");
  };
  for (const std::string& path : {scratch.path("none"), scratch.path(""), scratch.write("cut.gz", "\x1f\x8b\x08")}) {
    CHECK(error(path).place() == path);
    CHECK(error(path).kind() == DataError::Kind::file);
    CHECK(std::string(error(path).what()).starts_with(path + ": "));
  }
}

TEST_CASE("an input that cannot be waited for is refused") {
  const Scratch scratch;
  REQUIRE(mkfifo(scratch.path("pipe").c_str(), 0600) == 0);
  // The undefined sanitizer looks at an object of a new type through a pipe, for which there will be no descriptor: it meets the
  // types of such a message here.
  CHECK_THROWS_AS(ByteSource(scratch.path("missing")), DataError);
  CHECK(fmt::format("met: {}", std::strerror(EMFILE)) == "met: Too many open files");
  const int next = dup(STDIN_FILENO);
  REQUIRE(next >= 0);
  close(next);
  rlimit before{};
  REQUIRE(getrlimit(RLIMIT_NOFILE, &before) == 0);
  rlimit one_more = before;
  one_more.rlim_cur = static_cast<rlim_t>(next) + 1;
  REQUIRE(setrlimit(RLIMIT_NOFILE, &one_more) == 0);
  std::string message;
  try {
    const ByteSource source(scratch.path("pipe"));
  } catch (const DataError& error) {
    message = error.what();
  }
  setrlimit(RLIMIT_NOFILE, &before);
  CHECK(message == scratch.path("pipe") + ": waiting for data failed: Too many open files");
  CHECK_NOTHROW(ByteSource(scratch.path("pipe")));
}

TEST_CASE("a pipe gives what is there without waiting for more") {
  std::array<int, 2> ends{};
  REQUIRE(pipe(ends.data()) == 0);
  REQUIRE(write(ends[1], "1 1:1\n", 6) == 6);
  ByteSource source("/dev/fd/" + std::to_string(ends[0]));
  std::array<char, 100> buffer{};
  CHECK(source.read(buffer) == 6);
  close(ends[1]);
  CHECK(source.read(buffer) == 0);
  close(ends[0]);
}

TEST_CASE("compressed data come through a pipe byte by byte") {
  for (const auto pack : {gzip, zstd, bzip2}) {
    std::array<int, 2> ends{};
    REQUIRE(pipe(ends.data()) == 0);
    std::thread writer([&, packed = pack("1 1:1\n")] {
      for (const char byte : packed) {
        if (write(ends[1], &byte, 1) != 1) break;
      }
      close(ends[1]);
    });
    CHECK(read_all("/dev/fd/" + std::to_string(ends[0])) == "1 1:1\n");
    writer.join();
    close(ends[0]);
  }
}

TEST_CASE("whoever waits for bytes stops waiting when cancelled") {
  const Scratch scratch;
  REQUIRE(mkfifo(scratch.path("nobody").c_str(), 0600) == 0);
  std::array<int, 2> ends{};
  REQUIRE(pipe(ends.data()) == 0);
  const std::string begun = gzip(some_text()).substr(0, 1000);
  REQUIRE(write(ends[1], begun.data(), begun.size()) == 1000);
  // Nothing has come yet, or half of some compressed data.
  for (const std::string& path : {scratch.path("nobody"), "/dev/fd/" + std::to_string(ends[0])}) {
    ByteSource source(path);
    std::thread canceller([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      source.cancel();
    });
    std::array<char, 100> buffer{};
    while (source.read(buffer) > 0) {
    }
    canceller.join();
    CHECK(source.read(buffer) == 0);
  }
  close(ends[0]);
  close(ends[1]);
}

}  // namespace byte_source_test
