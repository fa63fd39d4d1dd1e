#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "core/draws.hpp"
#include "tacit/eval/metrics.hpp"

namespace saved_metrics_test {

using namespace tacit;

namespace {

struct Judged {
  double prediction;
  double label;
  double weight;
};
using Stream = std::vector<Judged>;

Metrics metrics_of(Task task) {
  Metrics metrics(task);
  for (const auto name : metrics_for(task)) REQUIRE(metrics.choose(name));
  return metrics;
}

void add(Metrics& metrics, const Stream& stream, std::size_t first, std::size_t last) {
  for (std::size_t i = first; i < last; ++i) metrics.add(stream[i].prediction, stream[i].label, stream[i].weight);
}

LearnerState saved(const Metrics& metrics, const char* group = "metrics") {
  LearnerState state;
  metrics.save(state, group);
  return state;
}

double any_label(Task task, Draws& draws) {
  if (task == Task::two_classes) return draws.sign();
  if (task == Task::classes) return static_cast<double>(draws.below(3));
  return 1e3 + draws.between(-5, 5);
}

Stream any_stream(Task task, std::size_t rows, double largest_exponent, Draws& draws) {
  Stream stream;
  for (std::size_t i = 0; i < rows; ++i) {
    const double weight = draws.one_in(9) ? 0 : std::abs(draws.of_magnitude(-largest_exponent, largest_exponent));
    const double prediction =
        task == Task::classes ? any_label(task, draws) : draws.of_magnitude(-largest_exponent, largest_exponent);
    stream.push_back({prediction, any_label(task, draws), weight});
  }
  return stream;
}

// State and values: the state shows what values hide, such as what additions rounded away.
void check_going_on(Task task, const Stream& stream, std::size_t pause) {
  Metrics unbroken = metrics_of(task);
  add(unbroken, stream, 0, stream.size());
  Metrics before = metrics_of(task);
  add(before, stream, 0, pause);
  Metrics after = metrics_of(task);
  after.restore(saved(before), "metrics");
  REQUIRE(saved(after) == saved(before));
  REQUIRE(after.values() == before.values());
  add(after, stream, pause, stream.size());
  REQUIRE(saved(after) == saved(unbroken));
  REQUIRE(after.values() == unbroken.values());
}

// A copy with another value for one part.
LearnerState with(const LearnerState& state, std::string_view name, LearnerState::Value value) {
  LearnerState changed = state;
  REQUIRE(changed.find(name) != nullptr);
  *changed.find(name) = std::move(value);
  return changed;
}

LearnerState without(const LearnerState& state, std::string_view name) {
  LearnerState rest;
  for (const auto& part : state.parts()) {
    if (part.name != name) rest.add(part.name, part.value);
  }
  return rest;
}

void check_refused(Task task, const LearnerState& state) {
  Metrics metrics = metrics_of(task);
  CHECK_THROWS_AS(metrics.restore(state, "metrics"), std::invalid_argument);
}

}  // namespace

TEST_CASE("metrics that are saved and restored go on bit for bit") {
  Draws draws(17);
  for (const Task task : {Task::two_classes, Task::numbers, Task::classes}) {
    for (int run = 0; run < 60; ++run) {
      const std::size_t rows = draws.below(80);
      check_going_on(task, any_stream(task, rows, run % 2 == 0 ? 1 : 12, draws), draws.below(rows + 1));
    }
  }
}

TEST_CASE("a metric that has become undefined is so after it is restored") {
  Draws draws(19);
  for (const Task task : {Task::two_classes, Task::numbers}) {
    for (int run = 0; run < 60; ++run) {
      const std::size_t rows = 1 + draws.below(20);
      check_going_on(task, any_stream(task, rows, 308, draws), draws.below(rows + 1));
    }
  }
  Metrics squares = metrics_of(Task::numbers);
  squares.add(1e200, 0, 1);
  REQUIRE(squares.values()[1].second == std::nullopt);
  Metrics restored = metrics_of(Task::numbers);
  restored.restore(saved(squares), "metrics");
  restored.add(1, 1, 1);
  CHECK(restored.values()[0].second == 5e199);
  CHECK(restored.values()[1].second == std::nullopt);
  const LearnerState state = saved(squares);
  for (const auto& part : state.parts()) {
    for (const double number : std::get<std::vector<double>>(part.value)) CHECK(std::isfinite(number));
  }
}

TEST_CASE("a saved state has the same parts whatever was added, and of bins those alone that hold something") {
  Metrics metrics = metrics_of(Task::two_classes);
  const LearnerState fresh = saved(metrics);
  metrics.add(0.5, 1, 2);
  metrics.add(0.5, -1, 1);
  metrics.add(-1e300, -1, 0.5);
  const LearnerState later = saved(metrics);
  REQUIRE(later.parts().size() == fresh.parts().size());
  for (std::size_t i = 0; i < fresh.parts().size(); ++i) {
    CHECK(later.parts()[i].name == fresh.parts()[i].name);
    CHECK(later.parts()[i].value.index() == fresh.parts()[i].value.index());
  }
  CHECK(fresh.indices("metrics/auc/bins").empty());
  CHECK(later.indices("metrics/auc/bins").size() == 2);
  CHECK(later.doubles("metrics/auc/negative") == std::vector{0.5, 1.0});
  CHECK(later.doubles("metrics/auc/positive") == std::vector{0.0, 2.0});
}

TEST_CASE("states that no metrics have saved are refused") {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  constexpr double infinity = std::numeric_limits<double>::infinity();
  using Doubles = std::vector<double>;
  using Indices = std::vector<Index>;
  Draws draws(23);
  for (const Task task : {Task::two_classes, Task::numbers}) {
    Metrics metrics = metrics_of(task);
    add(metrics, any_stream(task, 20, 1, draws), 0, 20);
    const LearnerState state = saved(metrics);
    for (const auto& part : state.parts()) {
      INFO(part.name);
      check_refused(task, without(state, part.name));
      check_refused(task, with(state, part.name, 1.0));
      check_refused(task, with(state, part.name, FeatureNumbers{}));
      if (!std::holds_alternative<Doubles>(part.value)) continue;
      const std::size_t count = std::get<Doubles>(part.value).size();
      check_refused(task, with(state, part.name, Doubles(count + 1, 0.0)));
      check_refused(task, with(state, part.name, Doubles(count, nan)));
      check_refused(task, with(state, part.name, Doubles(count, infinity)));
      if (part.name != "metrics/r2/labels") check_refused(task, with(state, part.name, Doubles(count, -0.5)));
    }
  }
  Metrics metrics = metrics_of(Task::two_classes);
  metrics.add(0.5, 1, 1);
  metrics.add(1.5, -1, 1);
  const LearnerState state = saved(metrics);
  const auto& bins = state.indices("metrics/auc/bins");
  check_refused(Task::two_classes, with(state, "metrics/auc/bins", Indices{bins[1], bins[0]}));
  check_refused(Task::two_classes, with(state, "metrics/auc/bins", Indices{bins[0], bins[0]}));
  check_refused(Task::two_classes, with(state, "metrics/auc/bins", Indices{bins[0], Index{1} << 24U}));
  check_refused(Task::two_classes, with(state, "metrics/accuracy/sum", Doubles{1, -2}));  // more rounded away than added
}

}  // namespace saved_metrics_test
