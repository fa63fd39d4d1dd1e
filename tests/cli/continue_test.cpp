// --save-every, --start MODEL --or-new and --continue: what they take, refuse and leave.
#include <fmt/format.h>

#include <catch2/catch.hpp>

#include "cli/program.hpp"

namespace continue_test {

namespace {

using Catch::Contains;
using Words = std::vector<std::string>;

std::string rows(int count) {
  std::string text;
  for (int t = 0; t < count; ++t) text += fmt::format("{} 1:{:.3g} 2:{}\n", t % 4, 0.1 * (t % 7), t % 5);
  return text;
}

// A run of 30 rows that a bad row ends after it has saved its model behind row 20.
struct Broken {
  Scratch scratch;
  std::string good = scratch.write("good.svm", rows(30));
  std::string bad = scratch.write("bad.svm", rows(25) + "bad\n" + rows(30).substr(rows(25).size()));
  std::string model = scratch.path("m.tacit");
  Outcome outcome = tacit_program({"train", bad, "--loss", "square", "-o", model, "--save-every", "10", "--predictions",
                                   scratch.path("p"), "--metrics", "mae", "--quiet"});

  Outcome go_on(Words words) const {
    words.insert(words.begin(), {"train", "--start", model, "--continue", "-o", model, "--quiet"});
    return tacit_program(words);
  }
};

}  // namespace

TEST_CASE("a run that fails keeps what it has saved, and goes on once its input is mended", "[cli]") {
  const Broken broken;
  const Scratch& scratch = broken.scratch;
  CHECK(broken.outcome.status == 1);
  CHECK_THAT(broken.outcome.err, Contains("bad.svm:26") && Contains("m.tacit holds the run up to example 20") &&
                                     Contains("tacit train --start " + broken.model + " --continue"));
  const auto lines = scratch.read("p");
  CHECK(std::ranges::count(lines, '\n') == 20);  // those of the model

  REQUIRE(tacit_program({"train", broken.good, "--loss", "square", "-o", scratch.path("whole.tacit"), "--predictions",
                         scratch.path("whole.p"), "--metrics", "mae", "--quiet"})
              .status == 0);
  const auto outcome = broken.go_on({broken.good, "--predictions", scratch.path("p"), "--metrics", "mae"});
  INFO(outcome.err);
  REQUIRE(outcome.status == 0);
  CHECK(scratch.read("p") == scratch.read("whole.p"));
  CHECK(scratch.read("m.tacit") == scratch.read("whole.tacit"));

  const std::string before = scratch.read("m.tacit");
  const auto over = broken.go_on({broken.good, "--predictions", scratch.path("p")});
  CHECK(over.status == 0);
  CHECK_THAT(over.err, Contains("came to the end of its input, or to its --limit: there is nothing to go on with"));
  CHECK(scratch.read("m.tacit") == before);
  CHECK(scratch.read("p") == scratch.read("whole.p"));
}

TEST_CASE("a run goes on in its own input, with its own files and watchers", "[cli]") {
  const Broken broken;
  const Scratch& scratch = broken.scratch;
  const std::string model = scratch.read("m.tacit");
  const std::string predictions = scratch.read("p");
  const auto other = scratch.write("other.svm", "5 1:1\n" + rows(40));
  const auto p = scratch.path("p");
  const auto refused = [&](const Words& words, int status, const std::string& what) {
    const auto outcome = broken.go_on(words);
    CHECK(outcome.status == status);
    CHECK_THAT(outcome.err, Contains(what));
    CHECK(scratch.read("m.tacit") == model);
    CHECK(scratch.read("p") == predictions);
  };
  refused({other, "--predictions", p, "--metrics", "mae"}, 1, "row 20 is not the one that was learned from before");
  refused({scratch.write("short.svm", rows(10)), "--predictions", p, "--metrics", "mae"}, 1, "ends after 10 rows");
  refused({broken.good, "--predictions", p, "--metrics", "mae", "--shuffle", "1"}, 1, "row 20 is not the one");
  refused({broken.good, "--predictions", p, "--metrics", "rmse"}, 2, "--metrics of the unfinished run");
  refused({broken.good, "--predictions", p, "--monitor", "--metrics", "mae"}, 2, "--monitor of the unfinished run");
  refused({broken.good, "--predictions", p, "--trace", scratch.path("t"), "--metrics", "mae"}, 2, "had no --trace");
  refused({broken.good, "--predictions", scratch.write("q", "0\n1\n"), "--metrics", "mae"}, 1, "q: does not begin with");
  CHECK(scratch.read("q") == "0\n1\n");
  const auto without = broken.go_on({broken.good});
  CHECK(without.status == 0);
  CHECK_THAT(without.err, Contains("the unfinished run had --predictions"));
}

TEST_CASE("a model that was saved on the way can be learned from as any other, with a note", "[cli]") {
  const Broken broken;
  const auto outcome = tacit_program({"train", "--start", broken.model, broken.good, "--json"});
  CHECK(outcome.status == 0);
  CHECK(outcome.json().at("examples") == 50);
  CHECK_THAT(outcome.err, Contains("behind row 20 of its input") && Contains("--continue"));
}

TEST_CASE("a run with --or-new begins anew where there is no model yet, and where there is a bad one says so", "[cli]") {
  const Scratch scratch;
  const auto file = scratch.write("rows.svm", rows(5));
  const auto model = scratch.path("m.tacit");
  for (const int examples : {5, 10}) {
    const auto outcome =
        tacit_program({"train", file, "--loss", "square", "--start", model, "--or-new", "-o", model, "--json", "--quiet"});
    CHECK(outcome.status == 0);
    CHECK(outcome.json().at("examples") == examples);
  }
  CHECK(tacit_program({"train", file, "--start", scratch.path("none")}).status == 1);
  CHECK(tacit_program({"train", file, "--start", scratch.write("bad", "no model"), "--or-new"}).status == 1);
  CHECK(tacit_program({"train", file, "--start", scratch.path("rows.svm/m"), "--or-new"}).status == 1);  // it cannot be looked at
}

TEST_CASE("flags that need another say which", "[cli]") {
  const Scratch scratch;
  const auto file = scratch.write("rows.svm", rows(5));
  const auto refused = [&](Words words, const std::string& what) {
    words.insert(words.begin(), {"train", file});
    const auto outcome = tacit_program(words);
    CHECK(outcome.status == 2);
    CHECK_THAT(outcome.err, Contains(what));
  };
  refused({"--continue"}, "--continue goes with a model: give --start");
  refused({"--or-new"}, "--or-new goes with a model: give --start");
  refused({"--save-every", "10"}, "give -o MODEL");
  refused({"--save-every", "10", "-o", "-"}, "give -o a file, not -");
  refused({"--save-every", "soon", "-o", scratch.path("m")}, "--save-every");
}

TEST_CASE("predictions that cannot be written end the run, and are cut back to the model", "[cli]") {
  const Scratch scratch;
  const auto file = scratch.write("rows.svm", rows(5000));
  // Files of at most 8 kB: enough for the model, and for the predictions of some rows.
  const std::string command =
      fmt::format("ulimit -f 8; {} train {} --loss square --learner ogd -o {} --predictions {} --save-every 100 --quiet 2>{}",
                  TACIT_PROGRAM, file, scratch.path("m.tacit"), scratch.path("p"), scratch.path("err"));
  const int status = std::system(fmt::format("bash -c '{}' >/dev/null", command).c_str());
  CHECK(WEXITSTATUS(status) == 1);
  CHECK_THAT(scratch.read("err"), Contains("p: cannot be written"));
  const auto kept = tacit_program({"inspect", "--json", scratch.path("m.tacit")}).json().at("examples").get<std::ptrdiff_t>();
  const auto lines = scratch.read("p");
  CHECK(kept > 0);
  CHECK(std::ranges::count(lines, '\n') == kept);
  CHECK(lines.ends_with('\n'));
  REQUIRE(tacit_program({"train", file, "--start", scratch.path("m.tacit"), "--continue", "-o", scratch.path("m.tacit"),
                         "--predictions", scratch.path("p"), "--quiet"})
              .status == 0);
  REQUIRE(tacit_program({"train", file, "--loss", "square", "--learner", "ogd", "--predictions", scratch.path("q"), "--quiet"})
              .status == 0);
  CHECK(scratch.read("p") == scratch.read("q"));
}

TEST_CASE("a model that cannot be saved on the way ends no run", "[cli]") {
  const Scratch scratch;
  const auto file = scratch.write("rows.svm", rows(2000));
  // Files of at most 1 kB: too small for the model, which is said at each try and at the end.
  const std::string command = fmt::format("ulimit -f 1; {} train {} --loss square -o {} --save-every 500 --quiet 2>{}",
                                          TACIT_PROGRAM, file, scratch.path("m.tacit"), scratch.path("err"));
  const int status = std::system(fmt::format("bash -c '{}' >/dev/null", command).c_str());
  CHECK(WEXITSTATUS(status) == 1);
  const auto err = scratch.read("err");
  CHECK_THAT(err, Contains("the model is not saved") && Contains("the run goes on") && Contains("m.tacit: cannot be written"));
  CHECK(scratch.files() == 2);
}

}  // namespace continue_test
