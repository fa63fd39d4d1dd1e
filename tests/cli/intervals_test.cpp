// --interval: what it prints, writes, keeps and refuses.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "cli/program.hpp"

namespace intervals_test {

using Catch::Contains;

namespace {

std::string rows(int count) {
  std::mt19937_64 bits(4);
  const auto unit = [&] { return static_cast<double>(bits() >> 11U) * 0x1p-53; };
  std::string text;
  for (int t = 0; t < count; ++t) {
    const double x = unit();
    text += fmt::format("{} 'row{}| x:{}\n", 10 * x + unit() - 0.5, t, x);
  }
  return text;
}

std::vector<double> numbers_of(const std::string& line) {
  std::vector<double> numbers;
  const auto cells = parse_csv(line.substr(0, line.find(' ')));
  for (const std::string& cell : cells.at(0)) numbers.push_back(std::stod(cell));
  return numbers;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

}  // namespace

TEST_CASE("predictions become low, prediction and high, ids behind them, and cover what was asked for", "[cli]") {
  const Scratch scratch;
  const std::string data = rows(6000);
  const Outcome outcome = tacit_program({"train", "--loss", "absolute", "--interval", "0.8", "--quiet", "--json", "-o",
                                         scratch.path("m.tacit"), "--predictions", scratch.path("p")},
                                        data);
  INFO(outcome.err);
  REQUIRE(outcome.status == 0);
  const auto lines = lines_of(scratch.read("p"));
  const auto labels = lines_of(data);
  REQUIRE(lines.size() == 6000);
  int held = 0;
  double width = 0;
  double score = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const auto numbers = numbers_of(lines[i]);
    REQUIRE(numbers.size() == 3);
    REQUIRE((numbers[0] <= numbers[1] && numbers[1] <= numbers[2]));
    const double y = std::stod(labels[i]);
    held += numbers[0] < y && y < numbers[2] ? 1 : 0;
    width += numbers[2] - numbers[0];
    score += numbers[2] - numbers[0] + 10 * (std::max(0.0, numbers[0] - y) + std::max(0.0, y - numbers[2]));
  }
  CHECK(lines[17].ends_with(" row17"));
  const auto interval = outcome.json()["interval"];
  CHECK(interval["level"] == 0.8);
  CHECK(interval["coverage"].get<double>() == Approx(held / 6000.0).margin(1e-3));
  CHECK(interval["coverage"].get<double>() == Approx(0.8).margin(0.005));
  CHECK(interval["worst_coverage"].get<double>() > 0.77);
  CHECK(interval["width"].get<double>() == Approx(width / 6000));
  CHECK(interval["score"].get<double>() == Approx(score / 6000));

  const Outcome predicted = tacit_program({"predict", "--quiet", "-m", scratch.path("m.tacit")}, "'a| x:0.5\n| x:3\n");
  REQUIRE(predicted.status == 0);
  const auto made = lines_of(predicted.out);
  REQUIRE(made.size() == 2);
  CHECK(made[0].ends_with(" a"));
  const auto ends = numbers_of(made[0]);
  CHECK(ends[1] == Approx(5).margin(0.2));
  CHECK(ends[2] - ends[0] == Approx(0.8).margin(0.2));
}

TEST_CASE("the summary has coverage, width and score, and none of them without intervals", "[cli]") {
  const std::string data = rows(1200);
  const auto with = tacit_program({"train", "--quiet", "--interval", "0.9"}, data).out;
  CHECK_THAT(with, Contains("\ncoverage ") && Contains(" of the labels, 90 % asked for; ") &&
                       Contains(" in the worst 1,000 rounds\n") && Contains("\ninterval width ") &&
                       Contains("\ninterval score "));
  const auto without = tacit_program({"train", "--quiet"}, data).out;
  CHECK_THAT(without, !Contains("coverage") && !Contains("interval"));
  CHECK_FALSE(tacit_program({"train", "--quiet", "--json"}, data).json().contains("interval"));
}

TEST_CASE("a trace is the same with and without intervals", "[cli]") {
  const Scratch scratch;
  const std::string data = rows(300);
  tacit_program({"train", "--quiet", "--trace", scratch.path("a")}, data);
  tacit_program({"train", "--quiet", "--trace", scratch.path("b"), "--interval", "0.9"}, data);
  CHECK(scratch.read("a") == scratch.read("b"));
  CHECK_FALSE(scratch.read("a").empty());
}

TEST_CASE("a run with intervals that is saved on the way and continued is the unbroken one", "[cli]") {
  const Scratch scratch;
  const std::string good = scratch.write("good.vw", rows(900));
  const std::string bad = scratch.write("bad.vw", rows(700) + "x | x:1\n" + rows(900).substr(rows(700).size()));
  for (const char* ending : {"tacit", "json"}) {
    const std::string model = scratch.path(fmt::format("m.{}", ending));
    const std::string whole = scratch.path(fmt::format("whole.{}", ending));
    REQUIRE(tacit_program({"train", good, "--quiet", "--interval", "0.9", "-o", whole, "--predictions", scratch.path("whole.p")})
                .status == 0);
    CHECK(tacit_program({"train", bad, "--quiet", "--interval", "0.9", "-o", model, "--save-every", "300", "--predictions",
                         scratch.path("p")})
              .status == 1);
    const Outcome rest = tacit_program(
        {"train", good, "--start", model, "--continue", "--quiet", "-o", model, "--predictions", scratch.path("p")});
    INFO(rest.err);
    REQUIRE(rest.status == 0);
    CHECK(scratch.read("p") == scratch.read("whole.p"));
    CHECK(scratch.read(fmt::format("m.{}", ending)) == scratch.read(fmt::format("whole.{}", ending)));
  }
}

TEST_CASE("what --interval cannot be is refused with what to do", "[cli]") {
  const auto refused = [](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "train");
    const Outcome outcome = tacit_program(arguments, "1 1:1\n-1 1:2\n");
    CHECK(outcome.status == 2);
    return outcome.err;
  };
  CHECK_THAT(refused({"--interval", "90"}),
             Contains("--interval 90: expected the share of labels to hold, a number between 0 and 1"));
  CHECK_THAT(refused({"--interval", "0"}), Contains("--interval 0: expected"));
  CHECK_THAT(refused({"--interval", "much"}), Contains("--interval 'much': expected a number"));
  CHECK_THAT(
      refused({"--interval", "0.9", "--loss", "hinge"}),
      Contains(
          "--interval is for labels that are numbers; the loss is hinge, of classes: leave it out, or give --loss absolute"));
}

}  // namespace intervals_test
