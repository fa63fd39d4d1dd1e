#include <catch2/catch.hpp>

#include "cli/program.hpp"

namespace monitor_test {

using Catch::Matchers::Contains;

namespace {

std::string switches() {
  return tacit_program({"generate", "switches", "--rounds", "4000", "--period", "2000", "--seed", "3"}).out;
}

const std::vector<std::string> on_ball = {"train", "--loss", "hinge", "--learner", "ada-implicit", "--radius", "5"};

std::vector<std::string> with(std::vector<std::string> arguments, std::initializer_list<std::string> more) {
  arguments.insert(arguments.end(), more);
  return arguments;
}

}  // namespace

TEST_CASE("train watches variability and bound and drift when asked to") {
  const std::string rows = switches();
  const auto plain = tacit_program(with(on_ball, {"--json", "--quiet"}), rows).json();
  CHECK_FALSE(plain.contains("path_variability"));
  const Outcome outcome = tacit_program(with(on_ball, {"--json", "--monitor"}), rows);
  REQUIRE(outcome.status == 0);
  const auto summary = outcome.json();
  CHECK(summary["cumulative_loss"] == plain["cumulative_loss"]);
  CHECK(summary["path_variability"].get<double>() > 0);
  CHECK(summary["gradient_norms_squared"].get<double>() > 0);
  CHECK(summary["progress"].get<double>() == Approx(summary["lambda"].get<double>()).epsilon(1e-12));  // beta = 1
  CHECK(summary["regret_bound"].get<double>() > 0);
  REQUIRE(summary["drift_alarms"].size() == 1);
  const auto alarm = summary["drift_alarms"][0].get<int>();
  CHECK(alarm > 2000);
  CHECK(alarm < 2200);
  CHECK_THAT(outcome.err, Contains(" variability   progress     lambda  regret <=   drift\n"));
  CHECK_THAT(outcome.err, Contains("standard input:" + std::to_string(alarm) + ": drift: losses run higher than before\n"));
}

TEST_CASE("the monitor knows the gradients of auto on several classes") {
  std::string rows;
  for (int i = 0; i < 30; ++i) rows += std::to_string(i % 3) + " " + std::to_string(1 + i % 5) + ":1\n";
  for (const char* const loss : {"softmax", "multiclass-hinge"}) {
    CAPTURE(loss);
    const Outcome outcome = tacit_program({"train", "--loss", loss, "--json", "--quiet", "--monitor"}, rows);
    REQUIRE(outcome.status == 0);
    CHECK(outcome.json()["gradient_norms_squared"].get<double>() > 0);
  }
}

TEST_CASE("a trace with the monitor has three columns more and the same ones before") {
  const Scratch scratch;
  const std::string rows = switches();
  REQUIRE(tacit_program(with(on_ball, {"--quiet", "--trace", scratch.path("plain.csv")}), rows).status == 0);
  const Outcome outcome =
      tacit_program(with(on_ball, {"--json", "--quiet", "--monitor", "--trace", scratch.path("t.csv")}), rows);
  REQUIRE(outcome.status == 0);
  const auto plain = parse_csv(scratch.read("plain.csv"));
  const auto table = parse_csv(scratch.read("t.csv"));
  REQUIRE(table.size() == plain.size());
  for (std::size_t i = 0; i < table.size(); ++i) {
    REQUIRE(table[i].size() == plain[i].size() + 3);
    REQUIRE(std::vector(table[i].begin(), table[i].end() - 3) == plain[i]);
  }
  CHECK(std::vector(table[0].end() - 3, table[0].end()) == std::vector<std::string>{"path_variability", "regret_bound", "drift"});
  CHECK(std::stod(table.back().end()[-3]) == outcome.json()["path_variability"].get<double>());
  CHECK(std::stod(table.back().end()[-2]) == outcome.json()["regret_bound"].get<double>());
}

TEST_CASE("the summary says where a bound is to be had and which rounds set off the alarm") {
  const Outcome in_ball = tacit_program(with(on_ball, {"--quiet", "--monitor"}), switches());
  CHECK_THAT(in_ball.out,
             Contains("path variability ") && Contains("regret at most   ") && Contains("drift alarms     1: after round 20"));
  const Outcome outside = tacit_program({"train", "--loss", "hinge", "--quiet", "--monitor"}, switches());
  REQUIRE(outside.status == 0);
  CHECK_THAT(outside.out, Contains("give --radius R"));
  const auto json = tacit_program({"train", "--loss", "hinge", "--quiet", "--monitor", "--json"}, switches()).json();
  CHECK(json["regret_bound"].is_null());
  CHECK(json["path_variability"].is_null());
}

TEST_CASE("how often false alarms may be is a number from 1 on and belongs to the monitor") {
  const Outcome alone = tacit_program(with(on_ball, {"--false-alarm-rounds", "1000"}), switches());
  CHECK(alone.status == 2);
  CHECK_THAT(alone.err, Contains("give --monitor"));
  const Outcome small = tacit_program(with(on_ball, {"--monitor", "--false-alarm-rounds", "0.1"}), switches());
  CHECK(small.status == 2);
  CHECK_THAT(small.err, Contains("from 1 on"));
}

}  // namespace monitor_test
