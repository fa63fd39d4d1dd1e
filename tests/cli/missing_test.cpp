// Missing numbers as the command line takes them: --missing and --missing-words.
#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>

#include "cli/program.hpp"

namespace missing_test {

namespace {

using Catch::Contains;

std::string table(int rows) {
  std::string text = "label,temp,wind\n";
  for (int t = 0; t < rows; ++t) {
    const int temp = (37 * t) % 21 - 10;
    text += fmt::format("{},{},{}\n", temp + t % 3 > 0 ? 1 : -1, t % 5 == 2 ? "-" : std::to_string(300 + temp), t % 7);
  }
  return text;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

}  // namespace

TEST_CASE("rows that lack a number are left out, and empty lines take their places among predictions", "[cli]") {
  const Scratch scratch;
  const std::string file = scratch.write("t.csv", table(20));
  const Outcome outcome = tacit_program({"train", file, "--missing", "skip", "--missing-words", "-,?", "--quiet", "--predictions",
                                         scratch.path("p"), "-o", scratch.path("m.tacit")});
  REQUIRE(outcome.status == 0);
  CHECK_THAT(outcome.err, Contains("4 rows lack a number and are left out, as --missing skip says") &&
                              Contains("4 cells are missing: 4 in column 'temp'"));
  const auto lines = lines_of(scratch.read("p"));
  REQUIRE(lines.size() == 20);
  for (std::size_t i = 0; i < lines.size(); ++i) CHECK(lines[i].empty() == (i % 5 == 2));
  const Outcome predicted = tacit_program({"predict", "-m", scratch.path("m.tacit"), file, "--quiet"});
  REQUIRE(predicted.status == 0);
  CHECK(lines_of(predicted.out).size() == 20);
  CHECK(std::ranges::count(lines_of(predicted.out), std::string()) == 4);
}

TEST_CASE("a file whose rows all lack a number has an empty line for each among predictions", "[cli]") {
  const Scratch scratch;
  const std::string whole = scratch.write("whole.csv", "y,a\n1,2\n2,3\n");
  const std::string holes = scratch.write("holes.csv", "y,a\n1,\n2,\n");
  REQUIRE(tacit_program({"train", whole, "--missing", "skip", "--quiet", "-o", scratch.path("m")}).status == 0);
  const Outcome outcome = tacit_program({"predict", "-m", scratch.path("m"), holes});
  CHECK(outcome.status == 0);
  CHECK(outcome.out == "\n\n");
  CHECK_THAT(outcome.err, Contains("2 rows lack a number and are left out") && Contains("0 predictions"));
  CHECK(tacit_program({"predict", "-m", scratch.path("m"), holes, "--metrics", "mae"}).status == 1);
  CHECK(tacit_program({"predict", "-m", scratch.path("m"), scratch.write("none.csv", "y,a\n")}).status == 1);
}

TEST_CASE("a part whose rows all lack a number leaves the model as it was, and a run of nothing else is refused", "[cli]") {
  const Scratch scratch;
  const std::string whole = scratch.write("whole.csv", "y,a\n1,2\n2,3\n");
  const std::string holes = scratch.write("holes.csv", "y,a\n1,\n2,\n");
  const std::string bad = scratch.write("bad.csv", "y,a\nx,1\n");
  REQUIRE(tacit_program({"train", whole, "--missing", "skip", "--quiet", "-o", scratch.path("m")}).status == 0);
  const auto go_on = [&](const std::string& file) {
    return tacit_program({"train", file, "--start", scratch.path("m"), "--on-error", "skip", "--quiet", "-o", scratch.path("n"),
                          "--predictions", scratch.path("p")});
  };
  const Outcome outcome = go_on(holes);
  CHECK(outcome.status == 0);
  CHECK_THAT(outcome.err, Contains("2 rows lack a number and are left out") &&
                              Contains("no row is left to learn from: the model stays as it was"));
  CHECK(scratch.read("n") == scratch.read("m"));
  CHECK(scratch.read("p") == "\n\n");
  CHECK(go_on(bad).status == 1);
  const std::string none = scratch.write("none.jsonl", "{\"y\":1,\"a\":null}\n");
  const Outcome fresh = tacit_program({"train", none, "--missing", "skip", "--quiet"});
  CHECK(fresh.status == 1);
  CHECK_THAT(fresh.err, Contains("no examples"));
}

TEST_CASE("a model remembers what is missing and what stands in for it", "[cli]") {
  const Scratch scratch;
  const std::string file = scratch.write("t.csv", table(60));
  const std::string model = scratch.path("m.tacit");
  REQUIRE(tacit_program({"train", file, "--missing-words", "-", "--dictionary", "--quiet", "-o", model}).status == 0);
  const std::string rows = scratch.write("p.csv", "temp,wind\n-,3\n");
  const Outcome predicted = tacit_program({"predict", "-m", model, rows, "--quiet"});
  INFO(predicted.err);
  CHECK(predicted.status == 0);
  const Outcome other = tacit_program({"predict", "-m", model, rows, "--missing-words", "?"});
  CHECK(other.status == 2);
  CHECK_THAT(other.err, Contains("the model was made with --missing-words -"));
  const Outcome zero = tacit_program({"train", file, "--start", model, "--missing", "zero"});
  CHECK(zero.status == 2);
  CHECK_THAT(zero.err, Contains("was made with --missing mean"));
  CHECK_THAT(tacit_program({"inspect", model}).out, Contains("temp is missing"));
  CHECK(tacit_program({"train", file, "--missing", "median"}).status == 2);
}

TEST_CASE("convert keeps what is missing where a format can say it", "[cli]") {
  const Scratch scratch;
  const std::string file = scratch.write("t.csv", "label,1,2\n1,5,2\n-1,,3\n");
  const auto convert = [&](const std::string& name, std::vector<std::string> more = {}) {
    more.insert(more.begin(), {"convert", file, "-o", scratch.path(name), "--quiet"});
    return tacit_program(more);
  };
  REQUIRE(convert("o.csv").status == 0);
  CHECK(scratch.read("o.csv") == scratch.read("t.csv"));
  REQUIRE(convert("o.jsonl").status == 0);
  CHECK(scratch.read("o.jsonl") == "{\"label\":1,\"1\":5,\"2\":2}\n{\"label\":-1,\"1\":null,\"2\":3}\n");
  const Outcome refused = convert("o.svm");
  CHECK(refused.status == 1);
  CHECK_THAT(refused.err, Contains("row 2 lacks the number of feature 1") && Contains("--missing zero or --missing skip"));
  REQUIRE(convert("o.svm", {"--missing", "zero"}).status == 0);
  CHECK(scratch.read("o.svm") == "1 1:5 2:2\n-1 2:3\n");
  REQUIRE(convert("o.vw", {"--missing", "skip"}).status == 0);
  CHECK(scratch.read("o.vw") == "1 | 1:5 2:2\n");
  REQUIRE(convert("o.tacit-cache").status == 0);
  REQUIRE(tacit_program({"convert", scratch.path("o.tacit-cache"), "-o", scratch.path("back.csv"), "--quiet"}).status == 0);
  CHECK(scratch.read("back.csv") == scratch.read("t.csv"));
}

TEST_CASE("a sweep and a certificate see what a run sees", "[cli]") {
  const Scratch scratch;
  const std::string file = scratch.write("t.csv", table(200));
  const Outcome train = tacit_program({"train", file, "--missing-words", "-", "--learner", "ada-implicit", "--loss", "hinge",
                                       "--radius", "2", "--json", "--quiet"});
  REQUIRE(train.status == 0);
  const Outcome certify = tacit_program({"certify", file, "--missing-words", "-", "--learner", "ada-implicit", "--loss", "hinge",
                                         "--radius", "2", "--json", "--quiet"});
  INFO(certify.err);
  REQUIRE(certify.status == 0);
  CHECK_THAT(certify.out, Contains(fmt::format("{}", train.json()["cumulative_loss"].get<double>()).substr(0, 10)));
  const Outcome sweep = tacit_program({"sweep", file, "--missing-words", "-", "--learners", "ada-implicit", "--betas", "1",
                                       "--loss", "hinge", "--radius", "2", "--natural", "-o", scratch.path("s.csv")});
  INFO(sweep.err);
  REQUIRE(sweep.status == 0);
  CHECK_THAT(scratch.read("s.csv"), Contains(fmt::format("{}", train.json()["average_loss"].get<double>()).substr(0, 10)));
}

TEST_CASE("a run that goes on in the middle of its input fills as an unbroken one", "[cli]") {
  const Scratch scratch;
  const std::string file = scratch.write("t.csv", table(900));
  const std::string bad = scratch.write("bad.csv", table(700) + "1,2\n");
  const std::vector<std::string> how{"--missing-words", "-", "--loss", "logistic", "--quiet"};
  const auto train = [&](std::vector<std::string> words) {
    words.insert(words.begin(), "train");
    words.insert(words.end(), how.begin(), how.end());
    return tacit_program(words).status;
  };
  REQUIRE(train({file, "-o", scratch.path("one.tacit"), "--predictions", scratch.path("one")}) == 0);
  CHECK(train({bad, "-o", scratch.path("two.tacit"), "--predictions", scratch.path("two"), "--save-every", "300"}) == 1);
  CHECK(train({file, "--start", scratch.path("two.tacit"), "--continue", "-o", scratch.path("two.tacit"), "--predictions",
               scratch.path("two")}) == 0);
  CHECK(scratch.read("two.tacit") == scratch.read("one.tacit"));
  CHECK(scratch.read("two") == scratch.read("one"));
}

}  // namespace missing_test
