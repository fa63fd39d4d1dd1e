#include "tacit/data/output_file.hpp"

#include <sys/stat.h>

#include <catch2/catch.hpp>

#include "scratch.hpp"
#include "tacit/data/data_error.hpp"

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
