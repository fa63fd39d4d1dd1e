#include "tacit/data/output_file.hpp"

#include <sys/stat.h>

#include <catch2/catch.hpp>

#include <filesystem>

#include "scratch.hpp"
#include "tacit/data/data_error.hpp"

namespace output_file_test {

using namespace tacit;
using Catch::Matchers::Contains;

TEST_CASE("a file appears only once it is whole, and nothing else stays") {
  const Scratch scratch;
  {
    OutputFile file(scratch.path("new"));
    file.write("text");
    CHECK_FALSE(scratch.has("new"));
    file.commit();
  }
  CHECK(scratch.read("new") == "text");
  CHECK(scratch.files() == 1);
}

TEST_CASE("without commit the old file stays as it was") {
  const Scratch scratch;
  scratch.write("old", "before");
  {
    OutputFile file(scratch.path("old"));
    file.write("half of");
  }
  CHECK(scratch.read("old") == "before");
  CHECK(scratch.files() == 1);
}

TEST_CASE("the permissions of a replaced file are kept") {
  const Scratch scratch;
  const auto path = scratch.write("old", "before");
  chmod(path.c_str(), 0640);
  OutputFile file(path);
  file.commit();
  struct stat status {};
  stat(path.c_str(), &status);
  CHECK((status.st_mode & 0777U) == 0640U);
}

TEST_CASE("a full disk, a folder and a missing folder are reported") {
  const Scratch scratch;
  OutputFile full("/dev/full");
  CHECK_THROWS_WITH(
      [&] {
        full.write(std::string(1U << 20U, 'x'));
        full.commit();
      }(),
      Contains("/dev/full: cannot be written: No space left on device"));
  CHECK_THROWS_WITH(OutputFile(scratch.path("")), Contains("is a directory"));
  CHECK_THROWS_WITH(OutputFile(scratch.path("none/file")), Contains("No such file or directory"));
}

TEST_CASE("what is written to a symbolic link reaches the file behind it, and the link stays") {
  namespace fs = std::filesystem;
  const Scratch scratch;
  fs::create_directory(scratch.path("kept"));
  scratch.write("kept/file", "before");
  fs::create_symlink("kept/file", scratch.path("link"));
  fs::create_symlink("link", scratch.path("link to the link"));
  chmod(scratch.path("kept/file").c_str(), 0640);
  write_file(scratch.path("link to the link"), "after");
  CHECK(scratch.read("kept/file") == "after");
  CHECK(fs::read_symlink(scratch.path("link")) == "kept/file");
  CHECK(fs::read_symlink(scratch.path("link to the link")) == "link");
  struct stat status {};
  stat(scratch.path("kept/file").c_str(), &status);
  CHECK((status.st_mode & 0777U) == 0640U);
  CHECK(std::distance(fs::directory_iterator(scratch.path("kept")), {}) == 1);

  OutputFile(scratch.path("link")).write("never committed");
  CHECK(scratch.read("kept/file") == "after");
}

TEST_CASE("a symbolic link to nothing creates what it names") {
  namespace fs = std::filesystem;
  const Scratch scratch;
  fs::create_symlink(scratch.path("new"), scratch.path("link"));
  write_file(scratch.path("link"), "text");
  CHECK(scratch.read("new") == "text");
  CHECK(fs::is_symlink(scratch.path("link")));
  fs::create_symlink("nowhere/new", scratch.path("astray"));
  CHECK_THROWS_WITH(OutputFile(scratch.path("astray")), Contains("astray: cannot be written: No such file or directory"));
}

TEST_CASE("symbolic links in a circle are reported") {
  namespace fs = std::filesystem;
  const Scratch scratch;
  fs::create_symlink("one", scratch.path("other"));
  fs::create_symlink("other", scratch.path("one"));
  CHECK_THROWS_WITH(write_file(scratch.path("one"), "text"), Contains("Too many levels of symbolic links"));
  CHECK(scratch.files() == 2);
}

}  // namespace output_file_test
