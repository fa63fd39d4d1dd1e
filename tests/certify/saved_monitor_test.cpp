#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "tacit/certify/monitor.hpp"
#include "tacit/data/generate.hpp"
#include "tacit/learners/any_learner.hpp"
#include "tacit/learners/kinds.hpp"

namespace saved_monitor_test {

using namespace tacit;

namespace {

Dataset generated(const char* kind, std::uint64_t rounds) {
  GeneratorParameters parameters = generator_kind(kind).defaults;
  parameters.rounds = rounds;
  parameters.seed = 5;
  parameters.period = rounds / 4;
  const auto generator = generator_kind(kind).make(parameters);
  Dataset rows;
  while (generator->next(rows, 1000)) {
  }
  return rows;
}

Configuration on_ball(std::string_view learner, double beta = 1) {
  Configuration configuration;
  REQUIRE(choose_learner(learner, configuration));
  configuration.loss = "hinge";
  configuration.beta = beta;
  configuration.bias = false;
  if (kind_of(configuration).family == Family::mirror_descent) {
    configuration.domain = "ball";
    configuration.radius = 10;
  }
  return configuration;
}

struct Run {
  Configuration configuration;
  Dataset rows;
  std::vector<Round> rounds;

  Run(const Configuration& of, Dataset on) : configuration(of), rows(std::move(on)), rounds(rows.size()) {
    make_learner(configuration)->learn(rows, rounds);
  }
  Monitor fresh() const { return Monitor(configuration, 1e4); }
  void watch(Monitor& monitor, std::size_t first, std::size_t last) const {
    for (std::size_t i = first; i < last; ++i) monitor.add(rounds[i], rows[i]);
  }
};

LearnerState saved(const Monitor& monitor) {
  LearnerState state;
  monitor.save(state, "monitor");
  return state;
}

// The state holds all that changes from round to round, so equal states show equal numbers from then on.
void check_going_on(const Run& run, std::size_t pause) {
  Monitor unbroken = run.fresh();
  run.watch(unbroken, 0, run.rows.size());
  Monitor before = run.fresh();
  run.watch(before, 0, pause);
  Monitor after = run.fresh();
  after.restore(saved(before), "monitor");
  REQUIRE(saved(after) == saved(before));
  run.watch(after, pause, run.rows.size());
  REQUIRE(saved(after) == saved(unbroken));
  CHECK(after.path_variability() == unbroken.path_variability());
  CHECK(after.progress() == unbroken.progress());
  CHECK(after.lambda() == unbroken.lambda());
  CHECK(after.squared_gradients() == unbroken.squared_gradients());
  CHECK(after.regret_bound() == unbroken.regret_bound());
  CHECK(after.drift() == unbroken.drift());
  CHECK(after.alarms() == unbroken.alarms());
}

LearnerState with(const LearnerState& state, std::string_view name, LearnerState::Value value) {
  LearnerState changed = state;
  REQUIRE(changed.find(name) != nullptr);
  *changed.find(name) = std::move(value);
  return changed;
}

}  // namespace

TEST_CASE("a monitor that is saved and restored goes on bit for bit, for every learner") {
  const Dataset rows = generated("switches", 4000);
  for (const LearnerKind* kind : learner_kinds()) {
    if (!kind->listed || kind->task) continue;  // other tests add kinds for labels of their own
    const std::string& learner = kind->name;
    INFO(learner);
    const Run run(on_ball(learner), rows);
    for (const std::size_t pause : {0UL, 1UL, 7UL, 8UL, 999UL, 1003UL, 2600UL, 3999UL, 4000UL}) check_going_on(run, pause);
    Monitor monitor = run.fresh();
    run.watch(monitor, 0, rows.size());
    if (learner == "ogd" || learner == "ada-implicit") CHECK_FALSE(monitor.alarms().empty());
  }
}

TEST_CASE("a monitor goes on bit for bit across the restarts of a doubling learner") {
  const Run run(on_ball("doubling", 0.1), generated("switches", 1000));
  std::vector<std::size_t> restarts;
  for (std::size_t t = 1; t < run.rounds.size(); ++t) {
    if (run.rounds[t].lambda != run.rounds[t - 1].lambda) restarts.push_back(t);
  }
  REQUIRE(restarts.size() >= 3);
  for (const std::size_t restart : restarts) {
    for (const std::size_t pause : {restart - 1, restart, restart + 1}) check_going_on(run, pause);
  }
}

TEST_CASE("what a monitor saves holds no infinity, though sums that no bound needs have become one") {
  const Run run(on_ball("ada-implicit"), generated("switches", 100));  // begins with lambda = 0
  Monitor monitor = run.fresh();
  run.watch(monitor, 0, 100);
  const LearnerState state = saved(monitor);
  for (const auto& part : state.parts()) {
    INFO(part.name);
    if (const auto* number = std::get_if<double>(&part.value)) CHECK(std::isfinite(*number));
    const auto* numbers = std::get_if<std::vector<double>>(&part.value);
    for (std::size_t i = 0; numbers != nullptr && i < numbers->size(); ++i) CHECK(std::isfinite((*numbers)[i]));
  }
  CHECK(state.doubles("monitor/by_gradients").empty());
}

TEST_CASE("states that no monitor has saved are refused") {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  using Doubles = std::vector<double>;
  const Run run(on_ball("ogd"), generated("switches", 4000));
  Monitor monitor = run.fresh();
  run.watch(monitor, 0, 4000);
  const LearnerState state = saved(monitor);
  const auto refused = [&](const LearnerState& hostile) {
    Monitor other = run.fresh();
    CHECK_THROWS_AS(other.restore(hostile, "monitor"), std::invalid_argument);
  };
  for (const auto& part : state.parts()) {
    INFO(part.name);
    LearnerState rest;
    for (const auto& other : state.parts()) {
      if (other.name != part.name) rest.add(other.name, other.value);
    }
    refused(rest);
    refused(with(state, part.name, FeatureNumbers{}));
    if (std::holds_alternative<double>(part.value)) {
      for (const double number : {nan, 1.1e308, -1.1e308}) {
        if (part.name == "monitor/drift/evidence" && number > 0) continue;
        refused(with(state, part.name, number));
      }
    } else if (const auto* numbers = std::get_if<Doubles>(&part.value)) {
      refused(with(state, part.name, Doubles(numbers->size() + 1, nan)));
      refused(with(state, part.name, Doubles(5000, 1.0)));
    }
  }
  REQUIRE(monitor.alarms().size() >= 2);
  for (const char* count : {"monitor/rounds", "monitor/drift/rounds"}) {
    for (const double number : {-1.0, 0.5, 0x1p54}) refused(with(state, count, number));
  }
  refused(with(state, "monitor/alarms", Doubles{100, 100}));
  refused(with(state, "monitor/alarms", Doubles{4001}));
  refused(with(state, "monitor/alarms", Doubles{100.5}));
  refused(with(state, "monitor/progress", Doubles{-1, 0}));
  refused(with(state, "monitor/last_lambda", Doubles{-1}));
  refused(with(state, "monitor/drift/scale0/averages", Doubles{2, 1}));
  refused(with(state, "monitor/drift/lot", std::vector<Index>(8, 0)));
  refused(with(state, "monitor/drift/lot", std::vector<Index>(7, 1)));
  Monitor other = run.fresh();
  other.restore(with(state, "monitor/path_variability", Doubles{-1, 0}), "monitor");  // it can fall below 0
  CHECK(other.path_variability() == -1);
}

}  // namespace saved_monitor_test
