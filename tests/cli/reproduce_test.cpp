#include <catch2/catch.hpp>

#include "cli/program.hpp"

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
    CHECK(losses[i].second == Approx(expected[i].second).epsilon(1e-14));
  }
  const auto table = parse_csv(scratch.read("report/synthetic.csv"));
  REQUIRE(table.size() == 2001);
  CHECK(table[0] == std::vector<std::string>{"round", "ogd", "ada-ogd", "implicit", "ada-implicit"});
  CHECK(std::stod(table[1000][4]) == Approx(0.06929).epsilon(1e-3));
  CHECK(scratch.read("report/synthetic.svg").starts_with("<?xml"));
  CHECK(scratch.read("report/synthetic.png").substr(1, 3) == "PNG");
  CHECK(scratch.read("report/synthetic.pdf").starts_with("%PDF"));
  CHECK(scratch.read("report/index.html").starts_with("<!doctype html>"));
}
