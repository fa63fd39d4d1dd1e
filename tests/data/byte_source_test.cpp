#include "tacit/data/byte_source.hpp"

#include <unistd.h>
#include <zlib.h>

#include <array>
#include <catch2/catch.hpp>
#include <thread>

#include "scratch.hpp"
#include "tacit/data/data_error.hpp"

using namespace tacit;
using Catch::Matchers::Contains;

namespace {

std::string read_all(const std::string& path, std::size_t at_a_time = 1000) {
  ByteSource source(path);
  std::string bytes;
  std::vector<char> buffer(at_a_time);
  while (const std::size_t count = source.read(buffer)) bytes.append(buffer.data(), count);
  return bytes;
}

std::string gzip(const std::string& text) {
  const Scratch scratch;
  gzFile file = gzopen(scratch.path("x").c_str(), "wb");
  gzwrite(file, text.data(), static_cast<unsigned>(text.size()));
  gzclose(file);
  return scratch.read("x");
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
  const auto packed = scratch.write("packed", gzip(text));
  for (const std::size_t at_a_time : {1U, 13U, 100000U}) {
    CHECK(read_all(plain, at_a_time) == text);
    CHECK(read_all(packed, at_a_time) == text);
  }
  CHECK(read_all(scratch.write("glued", gzip(text) + gzip("more"))) == text + "more");
  CHECK(read_all(scratch.write("empty", "")).empty());
  CHECK(read_all(scratch.write("empty.gz", gzip(""))).empty());
  CHECK(read_all(scratch.write("one", "\x1f")) == "\x1f");
}

TEST_CASE("damaged or cut compressed files are refused") {
  const Scratch scratch;
  std::string packed = gzip(some_text());
  CHECK_THROWS_WITH(read_all(scratch.write("cut", packed.substr(0, packed.size() / 2))), Contains("end too early"));
  CHECK_THROWS_WITH(read_all(scratch.write("cut", packed.substr(0, packed.size() - 1))), Contains("end too early"));
  packed[packed.size() / 2] = static_cast<char>(packed[packed.size() / 2] ^ 0x55);
  CHECK_THROWS_WITH(read_all(scratch.write("damaged", packed)), Contains("damaged"));
}

TEST_CASE("missing files and folders are refused by name") {
  const Scratch scratch;
  CHECK_THROWS_WITH(ByteSource(scratch.path("none")), Contains("none: No such file or directory"));
  CHECK_THROWS_WITH(ByteSource(scratch.path("")), Contains("is a directory"));
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
