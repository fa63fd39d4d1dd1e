#include "run/running_quantile.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <vector>

#include "tacit/core/random.hpp"

namespace running_quantile_test {

using namespace tacit;

namespace {

// The quantile of sorted numbers; half-way between two where both will do.
double exact(const std::vector<double>& sorted, double level) {
  const double rank = level * static_cast<double>(sorted.size());
  const auto i = static_cast<std::size_t>(rank);
  if (static_cast<double>(i) == rank && i > 0 && i < sorted.size()) return 0.5 * sorted[i - 1] + 0.5 * sorted[i];
  return sorted[std::min(i, sorted.size() - 1)];
}

double pinball(double prediction, double label, double level) {
  return std::max(level * (label - prediction), (level - 1) * (label - prediction));
}

// Average losses of the running quantile and of the exact one, each predicting before it sees the number.
std::pair<double, double> losses(const std::function<double(int)>& stream, int count, double level) {
  RunningQuantile quantile(level);
  std::vector<double> sorted;
  double ours = 0;
  double best = 0;
  for (int i = 0; i < count; ++i) {
    const double number = stream(i);
    ours += pinball(quantile.value(), number, level);
    best += pinball(sorted.empty() ? 0 : exact(sorted, level), number, level);
    quantile.add(number, 1);
    sorted.insert(std::ranges::upper_bound(sorted, number), number);
  }
  return {ours / count, best / count};
}

}  // namespace

TEST_CASE("a running quantile of no numbers takes next to no memory, as there is one per group") {
  CHECK(sizeof(RunningQuantile) <= 128);
}

TEST_CASE("a running quantile is exact while there are few different numbers") {
  for (const double level : {0.5, 0.1, 0.75}) {
    Random random(5);
    RunningQuantile quantile(level);
    std::vector<double> sorted;
    CHECK(quantile.empty());
    for (int i = 0; i < 2000; ++i) {
      const double number = std::floor(40 * random.uniform() * random.uniform());
      quantile.add(number, 1);
      sorted.insert(std::ranges::upper_bound(sorted, number), number);
      const double loss_here = std::accumulate(sorted.begin(), sorted.end(), 0.0, [&](double sum, double label) {
        return sum + pinball(quantile.value(), label, level);
      });
      const double loss_there = std::accumulate(sorted.begin(), sorted.end(), 0.0, [&](double sum, double label) {
        return sum + pinball(exact(sorted, level), label, level);
      });
      REQUIRE(loss_here <= loss_there * (1 + 1e-12));
    }
  }
}

TEST_CASE("predicting a running quantile costs at most a hundredth more than the exact one, in any order") {
  Random random(7);
  const std::function<double(int)> streams[] = {
      [&](int) { return random.normal(); },
      [&](int) { return 1e6 + 1 / (0.01 + random.uniform()); },                  // a long tail, far from 0
      [&](int i) { return static_cast<double>(i); },                             // rises for ever
      [&](int i) { return std::sqrt(static_cast<double>(20000 - i)); },          // falls
      [&](int i) { return 100 * (i % 24) + 10 * random.normal(); },              // a season
      [&](int i) { return i < 9000 ? random.normal() : 50 + random.normal(); },  // a jump
      [&](int i) { return i % 2 == 0 ? 0 : 10 * random.uniform(); }};            // half are equal
  for (const auto& stream : streams) {
    for (const double level : {0.5, 0.9}) {
      const auto [ours, best] = losses(stream, 20000, level);
      CHECK(ours <= 1.01 * best);
    }
  }
}

TEST_CASE("a weight counts as that many equal numbers") {
  RunningQuantile heavy;
  RunningQuantile many;
  for (const auto& [number, times] : {std::pair(3.0, 5), std::pair(1.0, 2), std::pair(7.0, 4), std::pair(9.0, 2)}) {
    heavy.add(number, times);
    for (int i = 0; i < times; ++i) many.add(number, 1);
    CHECK(heavy.value() == many.value());
  }
}

TEST_CASE("a running quantile goes on bit for bit from what it saved, and refuses what it cannot have saved") {
  Random random(9);
  RunningQuantile whole(0.3);
  RunningQuantile parts(0.3);
  for (int i = 0; i < 9000; ++i) {
    const double number = random.normal();
    const double weight = 0.5 + random.uniform();
    whole.add(number, weight);
    parts.add(number, weight);
    if (i % 97 == 0) {
      LearnerState state;
      parts.save(state, "q");
      parts = RunningQuantile(0.3);
      parts.restore(state, "q");
    }
    REQUIRE(parts.value() == whole.value());
  }
  const auto refuses = [&](std::string_view name, LearnerState::Value value) {
    LearnerState state;
    whole.save(state, "q");
    *state.find(name) = std::move(value);
    CHECK_THROWS_AS(RunningQuantile(0.3).restore(state, "q"), std::invalid_argument);
  };
  refuses("q/value", std::nan(""));
  refuses("q/below", -1.0);
  refuses("q/count", 0.5);
  refuses("q/pieces", std::vector{1.0});
  refuses("q/pieces", std::vector{2.0, 1.0, 1.0, 1.0});
  refuses("q/pieces", std::vector{1.0, 0.0});
  refuses("q/pieces", std::vector<double>(2 * 1000, 1.0));
  refuses("q/waiting", std::vector<double>(2 * 32, 1.0));
  refuses("q/waiting", std::vector{1e301 * 10, 1.0});
}

}  // namespace running_quantile_test
