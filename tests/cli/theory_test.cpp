#include <catch2/catch.hpp>

#include "cli/program.hpp"

namespace theory_test {

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

  // Where losses change each round all regrets grow as the square root of T: from 2^8 to 2^14 rounds about 8 times.
  const auto worst = parse_csv(scratch.read("report/theory-worst.csv"));
  REQUIRE(worst.size() == 7);
  CHECK(std::stod(worst.back()[1]) > 4 * std::stod(worst[3][1]));
  CHECK(std::stod(worst.back()[1]) < 16 * std::stod(worst[3][1]));

  // The lower bound is met with equality: V, V_T and five regrets are the same number.
  std::istringstream lines(outcome.out.substr(outcome.out.find("The lower bound")));
  std::string line;
  std::getline(lines, line);
  std::getline(lines, line);
  for (const double v : {0.01, 1.0, 100.0}) {
    std::getline(lines, line);
    std::istringstream numbers(line);
    int count = 0;
    for (double number = 0; numbers >> number; ++count) CHECK(number == Approx(v).epsilon(1e-7));
    CHECK(count == 7);
  }

  // The doubling trick on a fixed loss: ten restarts with beta 1, none with beta 101.
  const auto fixed = parse_csv(scratch.read("report/theory-fixed-loss.csv"));
  REQUIRE(fixed.size() == 4001);
  CHECK(std::stod(fixed.back()[1]) == Approx(304713.46).epsilon(1e-6));
  CHECK(std::stod(fixed.back()[3]) == Approx(100));
  CHECK_THAT(outcome.out, Contains("101                 0"));
}

}  // namespace theory_test
