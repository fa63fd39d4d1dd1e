// What ./run says while it builds.
#include <array>
#include <catch2/catch.hpp>
#include <cstdio>
#include <string>

namespace run_test {

namespace {

std::string shown(const std::string& ninja) {
  const std::string command =
      "printf '" + ninja + "' | bash -c '. \"" TACIT_TEST_DATA "/../scripts/progress\"; show_progress' 2>&1";
  std::FILE* const pipe = popen(command.c_str(), "r");
  REQUIRE(pipe != nullptr);
  std::string text;
  std::array<char, 256> buffer{};
  while (std::fgets(buffer.data(), buffer.size(), pipe) != nullptr) text += buffer.data();
  CHECK(pclose(pipe) == 0);
  return text;
}

}  // namespace

TEST_CASE("building says how far it is and nothing where nothing is to do") {
  CHECK(shown("ninja: no work to do.\\n").empty());
  CHECK(shown("[0/2] Re-checking globbed directories...\\n[1/2] Re-running CMake...\\nninja: no work to do.\\n").empty());
  CHECK(shown("[1/20] Building a\\n[2/20] b\\nwarning\\n[3/20] c\\n[20/20] Linking\\n") ==
        "Building tacit: 20 steps (log: build/run.log)\n  10 %\n  100 %\n");
}

}  // namespace run_test
