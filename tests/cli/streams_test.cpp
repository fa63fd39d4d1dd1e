// Standard streams that are closed, full, or named as files.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>

#include "cli/program.hpp"

namespace streams_test {

namespace {

const std::string rows = "1 1:1 2:0.5\n-1 1:-1\n1 2:2\n-1 1:-0.5 2:-1\n";

// Runs `tacit ARGUMENTS` in the folder, redirections included.
int shell(const Scratch& scratch, const std::string& arguments) {
  const std::string folder = std::filesystem::path(scratch.path("x")).parent_path().string();
  const std::string command = fmt::format("cd {} && {} {}", folder, TACIT_PROGRAM, arguments);
  const int status = std::system(command.c_str());
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

TEST_CASE("standard error that is full or closed changes neither results nor exit status", "[cli]") {
  const Scratch scratch;
  scratch.write("rows.svm", rows);
  REQUIRE(shell(scratch, "train rows.svm --loss hinge --predictions right -o right.json >right.txt 2>/dev/null") == 0);
  for (const std::string error : {"2>/dev/full", "2>&-"}) {
    CAPTURE(error);
    CHECK(shell(scratch, "train rows.svm --loss hinge --predictions p -o m.json >/dev/null " + error) == 0);
    CHECK(scratch.read("p") == scratch.read("right"));
    CHECK(scratch.read("m.json") == scratch.read("right.json"));
    CHECK(shell(scratch, "train nothing.svm " + error) == 1);
    CHECK(shell(scratch, "train --bogus " + error) == 2);
    CHECK(shell(scratch, "convert rows.svm -o c.csv " + error) == 0);
    CHECK(shell(scratch, "sweep rows.svm --loss hinge --betas 1 --natural >/dev/null " + error) == 0);
  }
  CHECK(shell(scratch, "train rows.svm --loss hinge --quiet >&- 2>/dev/null") == 1);
}

TEST_CASE("/dev/stdout is standard output, and what it holds stays", "[cli]") {
  const Scratch scratch;
  scratch.write("rows.svm", rows);
  scratch.write("log", "before\n");
  REQUIRE(shell(scratch, "predict --help >/dev/null") == 0);
  REQUIRE(shell(scratch, "convert rows.svm -o /dev/stdout --to libsvm --quiet >>log") == 0);
  CHECK(scratch.read("log").starts_with("before\n"));
  CHECK(scratch.read("log").size() > 7);
}

TEST_CASE("a flag that is given a value takes it", "[cli]") {
  const Scratch scratch;
  scratch.write("rows.svm", rows);
  CHECK(shell(scratch, "train rows.svm --loss hinge --cache=false --quiet >/dev/null") == 0);
  CHECK(!std::filesystem::exists(scratch.path("rows.svm.tacit-cache")));
  CHECK(shell(scratch, "train rows.svm --loss hinge --cache=true --quiet >/dev/null") == 0);
  CHECK(std::filesystem::exists(scratch.path("rows.svm.tacit-cache")));
}

TEST_CASE("a flag that is given something else says what it takes", "[cli]") {
  const Scratch scratch;
  scratch.write("rows.svm", rows);
  for (const std::string flag : {"--bias", "--no-bias", "--quiet", "--json", "--cache", "--monitor"}) {
    CAPTURE(flag);
    CHECK(shell(scratch, "train rows.svm " + flag + "=banana 2>said >/dev/null") == 2);
    CHECK(scratch.read("said").find(": found 'banana'; expected true or false, or no value; tacit train --help") !=
          std::string::npos);
  }
  CHECK(shell(scratch, "train rows.svm --bias=no --quiet=1 -o a.json >/dev/null") == 0);
  CHECK(shell(scratch, "train rows.svm --no-bias --quiet -o b.json >/dev/null") == 0);
  CHECK(scratch.read("a.json") == scratch.read("b.json"));
}

TEST_CASE("an output that is the file of standard input is refused, however it is called", "[cli]") {
  const Scratch scratch;
  scratch.write("f", rows);
  scratch.write("m.json", R"({"weights": {"1": 1}})");
  std::filesystem::create_hard_link(scratch.path("f"), scratch.path("hard"));
  std::filesystem::create_symlink("f", scratch.path("soft"));
  for (const std::string arguments :
       {"train - -o f", "train -o hard", "train - --trace soft", "train --predictions f", "predict -m m.json - -o f",
        "predict -m m.json -o hard", "convert - -o f", "certify - --radius 1 -o f", "certify --radius 1 --comparator soft"}) {
    CAPTURE(arguments);
    CHECK(shell(scratch, arguments + " <f 2>said >/dev/null") == 2);
    CHECK(scratch.read("said").find(" would overwrite its input, which standard input is: give it another name\n") !=
          std::string::npos);
    CHECK(scratch.read("f") == rows);
  }
  CHECK(shell(scratch, "train - --quiet -o g <f >/dev/null 2>&1") == 0);
}

TEST_CASE("a sweep of doubling takes its Lipschitz constant, and equals train", "[cli]") {
  const Scratch scratch;
  scratch.write("rows.svm", rows);
  const auto swept = tacit_program({"sweep", scratch.path("rows.svm"), "--loss", "hinge", "--learners", "doubling", "--lipschitz",
                                    "3", "--betas", "0.5", "--natural", "-o", "-", "--quiet"});
  REQUIRE(swept.status == 0);
  const auto trained = tacit_program({"train", scratch.path("rows.svm"), "--loss", "hinge", "--learner", "doubling",
                                      "--lipschitz", "3", "--beta", "0.5", "--json", "--quiet"});
  REQUIRE(trained.status == 0);
  const auto table = parse_csv(swept.out);
  const auto column = std::ranges::find(table.at(0), "cumulative_loss") - table.at(0).begin();
  CHECK(std::stod(table.at(1).at(static_cast<std::size_t>(column))) == trained.json().at("cumulative_loss").get<double>());
}

TEST_CASE("a model goes on with the domain it has, and a parameter that its loss lacks is named", "[cli]") {
  const Scratch scratch;
  scratch.write("rows.svm", rows);
  REQUIRE(shell(scratch, "train rows.svm --loss hinge --radius 2 --quiet -o m >/dev/null") == 0);
  CHECK(shell(scratch, "train rows.svm --start m --domain ball --quiet >/dev/null") == 0);
  const auto refused = tacit_program({"train", scratch.path("rows.svm"), "--start", scratch.path("m"), "--loss-parameter", "1"});
  CHECK(refused.status == 2);
  CHECK_THAT(refused.err, Catch::Contains("--loss-parameter: the hinge loss has no parameter"));
}

}  // namespace streams_test
