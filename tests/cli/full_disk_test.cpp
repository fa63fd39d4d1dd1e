// Sweeps that run out of space.
#include <catch2/catch.hpp>

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>

#include "cli/program.hpp"

namespace full_disk_test {

using Catch::Matchers::Contains;

namespace {

constexpr const char* learners = "ogd,ada-ogd,implicit,ada-implicit";

// Runs a sweep of which no file may grow beyond so many KiB: writing more fails as on a full disk.
Outcome sweep_within(const Scratch& scratch, int kib, const std::string& out) {
  const std::string command = fmt::format(
      "trap '' XFSZ; ulimit -f {}; exec '{}' sweep '{}' --betas 2^-8..2^8 --repeats 20 --learners {} --quiet -o '{}' 2>'{}'", kib,
      TACIT_PROGRAM, scratch.path("data.svm"), learners, scratch.path(out), scratch.path("err"));
  const Scratch script;
  script.write("run", command);
  const int status = std::system(("bash '" + script.path("run") + "' >/dev/null").c_str());  // NOLINT: ulimit is the shell's
  const std::string err = scratch.read("err");
  std::filesystem::remove(scratch.path("err"));
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, "", err};
}

std::string rows() {
  std::string text;
  for (int i = 0; i < 30; ++i) text += fmt::format("{} 1:{} 2:{}\n", i % 3 == 0 ? 1 : -1, 0.01 * i, 1.0 / (i + 1));
  return text;
}

}  // namespace

TEST_CASE("a sweep out of space leaves nothing behind, or parts that are done, and says so") {
  const Scratch whole;
  whole.write("data.svm", rows());
  REQUIRE(sweep_within(whole, 100000, "out.csv").status == 0);
  const std::string expected = whole.read("out.csv");
  REQUIRE(whole.files() == 2);
  bool nothing = false;
  bool parts = false;
  for (const int kib : {0, 1, 4, 8, 16, 32, 40, 48, 56, 64, 80, 96, 128}) {
    CAPTURE(kib);
    const Scratch scratch;
    scratch.write("data.svm", rows());
    const Outcome outcome = sweep_within(scratch, kib, "out.csv");
    if (outcome.status == 0) continue;  // enough, or the message did not fit
    CAPTURE(outcome.err);
    CHECK(outcome.status == 1);
    CHECK_FALSE(scratch.has("out.csv"));
    if (scratch.has("out.csv.unfinished")) {
      parts = true;
      CHECK_THAT(outcome.err, Contains("the parts that were done are kept in") && Contains("out.csv.unfinished"));
    } else {
      nothing = true;
      CHECK(scratch.files() == 1);
      CHECK_THAT(outcome.err, !Contains("are kept in"));
    }
    // With room it goes on, and ends as if nothing had been.
    CHECK(sweep_within(scratch, 100000, "out.csv").status == 0);
    CHECK(scratch.read("out.csv") == expected);
    CHECK(scratch.files() == 2);
  }
  CHECK(nothing);
  CHECK(parts);
}

}  // namespace full_disk_test
