#include <catch2/catch.hpp>

#include "cli/program.hpp"

using Catch::Matchers::Contains;

TEST_CASE("reproduce theory shows what the theorems say") {
  const Scratch scratch;
  const Outcome outcome = tacit_program({"reproduce", "theory", "--out", scratch.path("report")});
  CAPTURE(outcome.err);
  REQUIRE(outcome.status == 0);
  CHECK_THAT(outcome.out, Contains("Every bound of the paper held"));

  // Regret of implicit learners goes with V_T, that of gradient learners does not; the theorem's bound is above.
  const auto by_variability = parse_csv(scratch.read("report/theory-variability.csv"));
  REQUIRE(by_variability[0] == std::vector<std::string>{"variability", "ogd", "ada-ogd", "implicit", "ada-implicit",
                                                        "variability term", "gradient term"});
  REQUIRE(by_variability.size() == 21);
  for (std::size_t i = 1; i < by_variability.size(); ++i) {
    const auto number = [&](std::size_t k) { return std::stod(by_variability[i][k]); };
    CHECK(number(4) < number(1));
    CHECK(number(4) <= std::min(number(5), number(6)));
    if (number(0) <= 1) CHECK(number(4) < 1.01);
    if (number(0) <= 1) CHECK(number(1) > 200);
  }

  const auto constant = parse_csv(scratch.read("report/theory-constant.csv"));
  CHECK(std::stod(constant.back()[4]) < 1.1);
  CHECK(std::stod(constant.back()[1]) > 2 * std::stod(constant.back()[5]));

  // The doubling trick on a fixed loss: ten restarts with beta 1, none with beta 101.
  const auto fixed = parse_csv(scratch.read("report/theory-fixed-loss.csv"));
  REQUIRE(fixed.size() == 4001);
  CHECK(std::stod(fixed.back()[1]) == Approx(304713.46).epsilon(1e-6));
  CHECK(std::stod(fixed.back()[3]) == Approx(100));
  CHECK_THAT(outcome.out, Contains("101               0"));
}
