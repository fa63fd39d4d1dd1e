#include <catch2/catch.hpp>

#include <fmt/format.h>

#include "cli/environment.hpp"
#include "cli/program.hpp"

namespace reproduce_test {

using Catch::Matchers::Contains;

TEST_CASE("reproduce synthetic prints the paper's four losses and leaves curves and figures") {
  const Scratch scratch;
  const Outcome outcome = tacit_program({"reproduce", "synthetic", "--out", scratch.path("report")});
  REQUIRE(outcome.err == "");
  REQUIRE(outcome.status == 0);
  std::istringstream lines(outcome.out);
  std::vector<std::pair<std::string, double>> losses;
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string learner;
    double loss = 0;
    if (words >> learner >> loss) losses.emplace_back(learner, loss);
  }
  const std::vector<std::pair<std::string, double>> expected{{"ogd", 444.190936470211},
                                                             {"ada-ogd", 0.378782725438738},
                                                             {"implicit", 457.531130682860},
                                                             {"ada-implicit", 0.152964418907537}};
  REQUIRE(losses.size() == expected.size());
  for (std::size_t i = 0; i < losses.size(); ++i) {
    CHECK(losses[i].first == expected[i].first);
    CHECK(losses[i].second == Approx(expected[i].second).epsilon(1e-5));  // six digits for people
  }
  const auto table = parse_csv(scratch.read("report/synthetic.csv"));
  REQUIRE(table.size() == 2001);
  for (std::size_t i = 0; i < expected.size(); ++i)
    CHECK(std::stod(table.back()[i + 1]) == Approx(expected[i].second).epsilon(1e-14));
  CHECK(table[0] == std::vector<std::string>{"round", "ogd", "ada-ogd", "implicit", "ada-implicit"});
  CHECK(std::stod(table[1000][4]) == Approx(0.06929).epsilon(1e-3));
  CHECK(scratch.read("report/synthetic.svg").starts_with("<?xml"));
  CHECK(scratch.read("report/synthetic.png").substr(1, 3) == "PNG");
  CHECK(scratch.read("report/synthetic.pdf").starts_with("%PDF"));
  CHECK(scratch.read("report/index.html").starts_with("<!doctype html>"));
}

TEST_CASE("reproduce sweeps over the data sets that are found and says how to get the others") {
  const Scratch scratch;
  std::string classes;
  std::string numbers;
  for (int i = 0; i < 50; ++i) {
    classes += fmt::format("{} 1:{} 2:{}\n", i % 3 == 0 ? 1 : -1, i, 1.0 / (i + 1));
    numbers += fmt::format("{} 1:{} 2:{}\n", 3 + 0.1 * i, i % 7, 0.5 * (i % 4));
  }
  scratch.write("phishing", classes);
  scratch.write("housing.libsvm", numbers);
  scratch.write("bike_hour", numbers);
  const Environment data("TACIT_DATA", scratch.path(""));
  const Outcome outcome = tacit_program({"reproduce", "--out", scratch.path("report"), "--repeats", "2", "--threads", "2"});
  CAPTURE(outcome.err);
  REQUIRE(outcome.status == 0);
  CHECK_THAT(outcome.out, Contains("tacit data get"));
  CHECK_THAT(outcome.err, !Contains("warning"));  // of gnuplot
  for (const char* name : {"phishing", "housing", "bike_hour", "synthetic"}) {
    CHECK(parse_csv(scratch.read(fmt::format("report/{}.csv", name))).size() > 41);
    CHECK(scratch.has(fmt::format("report/{}.svg", name)));
  }
  CHECK(parse_csv(scratch.read("report/classification-runs.csv")).size() == 1 + (4 * 41 + 1) * 2);
  CHECK(parse_csv(scratch.read("report/time-order-runs.csv")).size() == 1 + 4 * 41 + 1);
  CHECK(!scratch.has("report/unfinished.sqlite"));
  CHECK_THAT(outcome.out, Contains("In the order of time"));
  // How the kinds of auto's experts share its predictions.
  const auto shares = parse_csv(scratch.read("report/auto-shares-bike_hour.csv"));
  REQUIRE(shares.size() > 2);
  REQUIRE(shares[0].size() == 7);
  CHECK(shares[0][1] == "scaled");
  for (std::size_t i = 1; i < shares.size(); ++i) {
    double sum = 0;
    for (std::size_t k = 1; k < shares[i].size(); ++k) sum += std::stod(shares[i][k]);
    CHECK(sum == Approx(1));
  }
}

TEST_CASE("reproduce says of a data set that cannot be downloaded what it is made from") {
  const Scratch scratch;
  const Environment data("TACIT_DATA", scratch.path(""));
  const Outcome outcome = tacit_program({"reproduce", "time-order", "--out", scratch.path("report")});
  CHECK(outcome.status == 0);
  CHECK(outcome.err.empty());
  CHECK_THAT(outcome.out, Contains("bike_hour. It cannot be downloaded and has to be made: ") &&
                              Contains("hour.csv of UCI's Bike Sharing") && !Contains("data get"));
}

TEST_CASE("reproduce one task alone") {
  const Scratch scratch;
  scratch.write("housing", "1 1:1\n2 1:2\n1.5 1:1\n");
  const Environment data("TACIT_DATA", scratch.path(""));
  const Outcome outcome =
      tacit_program({"reproduce", "regression", "--out", scratch.path("report"), "--repeats", "1", "--quiet"});
  REQUIRE(outcome.status == 0);
  CHECK_THAT(outcome.out, !Contains("phishing") && Contains("housing"));
  CHECK(!scratch.has("report/synthetic.csv"));
  CHECK(tacit_program({"reproduce", "regresion"}).status == 2);
}

TEST_CASE("every shell completes each experiment there is") {
  for (const char* shell : {"bash", "zsh", "fish"}) {
    const std::string script = tacit_program({"completion", shell}).out;
    CAPTURE(shell);
    CHECK_THAT(script, Contains("time-order") && Contains("theory"));
  }
}

TEST_CASE("reproduce takes as many repeats as a sweep does, and refuses others before it begins") {
  const Scratch scratch;
  for (const char* repeats : {"0", "1000001"}) {
    const Outcome refused = tacit_program({"reproduce", "synthetic", "--out", scratch.path("none"), "--repeats", repeats});
    CHECK(refused.status == 2);
    CHECK(refused.out.empty());
    CHECK(refused.err == std::string("tacit: --repeats ") + repeats + "; expected 1 to 1000000\n");
    CHECK(!scratch.has("none"));
  }
  CHECK(tacit_program({"reproduce", "synthetic", "--out", scratch.path("many"), "--repeats", "2000"}).status == 0);
}

}  // namespace reproduce_test
