#include <catch2/catch.hpp>
#include <cmath>

#include "cli/program.hpp"

namespace auto_test {

using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

namespace {

// A line in two features with some noise, of so many rows.
std::string stream(const Scratch& scratch, const std::string& name = "stream.svm", const std::string& rows = "600") {
  const auto path = scratch.path(name);
  REQUIRE(tacit_program({"generate", "stationary", "--rounds", rows, "--noise", "0.1", "-o", path}).status == 0);
  return path;
}

}  // namespace

TEST_CASE("auto learns where no rate is given") {
  const Scratch scratch;
  const auto file = stream(scratch);
  const auto summary = tacit_program({"train", file, "--loss", "hinge", "--json", "--quiet"}).json();
  CHECK(summary["learner"] == "auto");
  CHECK(summary["beta"].is_null());
  const auto named = tacit_program({"train", file, "--loss", "hinge", "--learner", "auto", "--json", "--quiet"}).json();
  CHECK(named["cumulative_loss"] == summary["cumulative_loss"]);
  const std::vector<std::vector<std::string>> rates{{"--beta", "1"}, {"--radius", "10"}, {"--domain", "box"}};
  for (const auto& rate : rates) {
    std::vector<std::string> arguments{"train", file, "--loss", "hinge", "--json", "--quiet"};
    arguments.insert(arguments.end(), rate.begin(), rate.end());
    CHECK(tacit_program(arguments).json()["learner"] == "ada-implicit");
  }
}

TEST_CASE("auto says which experts carried it") {
  const Scratch scratch;
  const auto file = stream(scratch);
  const auto model = scratch.path("m.tacit");
  const Outcome outcome = tacit_program({"train", file, "--loss", "hinge", "-o", model, "--quiet"});
  REQUIRE(outcome.status == 0);
  CHECK_THAT(outcome.out, Contains("auto, 24 experts") && Contains("% of the prediction comes from") &&
                              Contains("A learning rate chosen badly would have cost"));
  const Outcome verbose = tacit_program({"train", file, "--loss", "hinge", "--verbose", "--quiet"});
  const Outcome shown = tacit_program({"inspect", model});
  for (const char* row : {"lambda", "carried by", "effective beta", "best expert", "worst beta", "one vector"}) {
    CHECK_THAT(outcome.out, !Contains(row));
    CHECK_THAT(verbose.out, Contains(row));
    CHECK_THAT(shown.out, Contains(row));
  }
  const auto mixture = tacit_program({"train", file, "--loss", "hinge", "--json", "--quiet"}).json()["mixture"];
  double shares = 0;
  for (const auto& expert : mixture["experts"]) {
    CHECK(expert["share"] >= 0);
    CHECK(expert["average_loss"] > 0);
    shares += expert["share"].get<double>();
  }
  CHECK(mixture["experts"].size() == 24);
  CHECK(shares == Approx(1));
  const Outcome inspected = tacit_program({"inspect", model});
  CHECK_THAT(inspected.out,
             Contains("auto, 24 experts") && Contains("average loss") && Contains("centred adaptive 16") && !Contains("beta 1"));
}

TEST_CASE("the shares of experts are written over time whatever the run is cut into") {
  const Scratch scratch;
  const auto file = stream(scratch);
  const auto model = scratch.path("m.tacit");
  REQUIRE(tacit_program({"train", file, "--loss", "hinge", "--experts", scratch.path("whole.csv"), "--quiet"}).status == 0);
  const auto table = parse_csv(scratch.read("whole.csv"));
  REQUIRE(table.size() > 50);
  CHECK(table[0][0] == "round");
  CHECK(table[0].size() == 25);
  CHECK(table[1][0] == "1");
  for (std::size_t i = 1; i < table.size(); ++i) {
    double sum = 0;
    for (std::size_t k = 1; k < table[i].size(); ++k) sum += std::stod(table[i][k]);
    CHECK(sum == Approx(1));
  }
  REQUIRE(tacit_program({"train", file, "--loss", "hinge", "--limit", "300", "-o", model, "--experts", scratch.path("first.csv"),
                         "--quiet"})
              .status == 0);
  CHECK_THAT(scratch.read("whole.csv"), StartsWith(scratch.read("first.csv")));
  const Outcome other = tacit_program({"train", file, "--loss", "hinge", "--beta", "1", "--experts", scratch.path("x.csv")});
  CHECK(other.status == 2);
  CHECK_THAT(other.err, Contains("--experts is for auto; the learner is ada-implicit"));
}

TEST_CASE("a model of auto goes on as if it had never stopped") {
  const Scratch scratch;
  const std::string text = scratch.read(stream(scratch).substr(scratch.path("").size()));
  const auto middle = text.find('\n', text.size() / 2) + 1;
  const auto first = scratch.write("first.svm", text.substr(0, middle));
  const auto second = scratch.write("second.svm", text.substr(middle));
  for (const std::string loss : {"hinge", "logistic", "absolute"}) {
    for (const std::string ending : {"tacit", "json"}) {
      const auto whole = scratch.path("whole." + ending);
      const auto half = scratch.path("half." + ending);
      const auto joined = scratch.path("joined." + ending);
      REQUIRE(tacit_program({"train", first, second, "--loss", loss, "-o", whole, "--quiet"}).status == 0);
      REQUIRE(tacit_program({"train", first, "--loss", loss, "-o", half, "--quiet"}).status == 0);
      REQUIRE(tacit_program({"train", "--start", half, second, "-o", joined, "--quiet"}).status == 0);
      CHECK(scratch.read("whole." + ending) == scratch.read("joined." + ending));
    }
  }
}

TEST_CASE("one vector of weights predicts almost as the mixture does") {
  const Scratch scratch;
  const auto file = stream(scratch);
  for (const std::string loss : {"logistic", "square"}) {
    const auto model = scratch.path(loss + ".json");
    REQUIRE(tacit_program({"train", file, "--loss", loss, "-o", model, "--quiet"}).status == 0);
    const auto exact = tacit_program({"predict", "-m", model, file, "--quiet"});
    const auto collapsed = tacit_program({"predict", "-m", model, file, "--collapsed", "--quiet"});
    REQUIRE(exact.status == 0);
    REQUIRE(collapsed.status == 0);
    CHECK(exact.out != collapsed.out);
    std::istringstream left(exact.out);
    std::istringstream right(collapsed.out);
    double apart = 0;
    double size = 0;
    for (double a = 0, b = 0; left >> a && right >> b;) {
      apart += std::abs(a - b);
      size += std::abs(a);
    }
    CHECK(apart < 0.3 * size);
  }
}

TEST_CASE("auto refuses what it has no use for") {
  const Scratch scratch;
  const auto file = stream(scratch);
  const auto refused = [&](std::vector<std::string> arguments) {
    const Outcome outcome = tacit_program(std::move(arguments));
    CHECK(outcome.status == 2);
    return outcome.err;
  };
  CHECK_THAT(refused({"train", file, "--learner", "auto", "--beta", "2"}), Contains("auto sets its own rates: leave out --beta"));
  CHECK_THAT(refused({"train", file, "--learner", "auto", "--radius", "2"}), Contains("auto learns in the whole space"));
  CHECK_THAT(refused({"sweep", file, "--learners", "auto", "--radius", "2"}), Contains("auto learns in the whole space"));
}

TEST_CASE("a loss beyond numbers is said to be the label's") {
  const Outcome outcome = tacit_program({"train", "--loss", "square", "--quiet"}, "1 1:1\n1e300 1:1\n");
  CHECK(outcome.status == 1);
  CHECK_THAT(outcome.err,
             Contains("standard input:2") && Contains("the square loss of this row is beyond what a double can hold"));
}

TEST_CASE("a sum of losses beyond what a model holds ends the run at its row") {
  const Scratch scratch;
  const Outcome outcome =
      tacit_program({"train", "--loss", "absolute", "-o", scratch.path("m"), "--quiet"}, "-8e307 1:5\n8e307 1:2\n4 1:3\n");
  CHECK(outcome.status == 1);
  CHECK_THAT(outcome.err, Contains("standard input:1: the cumulative loss has become 8e+307"));
  CHECK(scratch.read("m").empty());
}

}  // namespace auto_test
