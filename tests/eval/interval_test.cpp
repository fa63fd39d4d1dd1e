// The rule of intervals, and the bound of docs/intervals.md, which no stream breaks.
#include "tacit/eval/interval.hpp"

#include <rapidcheck.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <deque>
#include <limits>

#include "core/draws.hpp"

namespace interval_test {

using namespace tacit;

namespace {

// The rule written anew, from its statement.
struct Twin {
  double level;
  double rounds = 0;
  double misses = 0;
  double largest = 0;
  double recent = 0;

  double debt() const { return misses - (1 - level) * rounds; }
  Interval around(double p, double below, double above) const {
    const double d = debt();
    const auto radius = [&](double learned) {
      if (d <= -25) return 0.0;
      const double believed = std::min(std::max(learned, level / 4 * recent), largest);
      const double grown = believed * std::exp(std::min(d, 25.0) / 32 + std::pow(std::min(d, 25.0) / 16, 3));
      return d >= 25 ? 2 * largest : std::min(grown, 2 * largest);
    };
    return {p, radius(below), radius(above)};
  }
  void observe(const Interval& made, double y) {
    const double z = y - made.prediction;
    if (largest == 0 && z == 0) return;
    if (largest > 0) {
      rounds += 1;
      if (z >= made.above || z <= -made.below) misses += 1;
    }
    largest = std::max(largest, std::abs(z));
    recent += (std::abs(z) - recent) / std::min(rounds + 1, 100.0);
  }
};

// The residual that somebody chooses who sees the interval: inside, on an edge, outside, exact, or of a block's own scale.
double residual_of(const Interval& made, double scale, double bound, Draws& draws) {
  switch (draws.below(7)) {
    case 0:
      return 0;
    case 1:
      return std::min(bound, made.above);
    case 2:
      return -std::min(bound, made.below);
    case 3:
      return std::min(bound, 2.5 * made.above);
    case 4:
      return std::min(bound, 0.999 * made.above);
    default:
      return std::min(bound, scale) * draws.between(-1, 1);
  }
}

struct Bound {
  explicit Bound(double wanted, double late = 0) : level(wanted), horizon(late) {}

  // Counts as the theorem does: from the round behind the first residual other than 0.
  void add(double residual, bool missed) {
    if (first > 0) debt += missed ? level : level - 1;
    if (first == 0) first = std::abs(residual);
    largest = std::max(largest, std::abs(residual));
  }
  void check() const {
    if (first == 0) return;
    RC_ASSERT(debt >= -25 - (1 - level) * (horizon + 1) - 1e-6);
    RC_ASSERT(debt <= 25 + level * (horizon + 1) * (1 + std::log2(largest / first)) + 1e-6);
  }

  double level;
  double horizon;
  double debt = 0;
  double first = 0;
  double largest = 0;
};

}  // namespace

TEST_CASE("the rule by hand") {
  IntervalRule rule(0.5);
  const Interval fresh = rule.around(7, 3, 4);
  CHECK(fresh.low() == 7);
  CHECK(fresh.high() == 7);
  CHECK_FALSE(rule.observe(fresh, 7));  // exact so far
  CHECK(rule.observe(fresh, 9));        // the first residual: from now on, rounds count
  CHECK(rule.debt() == 0);
  const Interval second = rule.around(10, 1, 5);  // no radius beyond the largest residual, 2
  CHECK(second.low() == 9);
  CHECK(second.high() == 12);
  const Interval least = rule.around(10, -3, 0);  // nor below an eighth of the recent ones
  CHECK(least.low() == 9.75);
  CHECK(least.high() == 10.25);
  CHECK_FALSE(rule.observe(second, 9.5));
  CHECK(rule.debt() == -0.5);
  CHECK(rule.around(0, 1, 1).above == Approx(std::exp(-0.5 / 32 - std::pow(0.5 / 16, 3))).epsilon(1e-15));
  CHECK(rule.observe(second, 12));  // on the edge
  CHECK(rule.observe(second, 9));
  CHECK(rule.debt() == 0.5);
}

TEST_CASE("an interval is open and one of width 0 holds nothing") {
  const Interval interval{5, 1, 2};
  CHECK(interval.holds(6.9));
  CHECK(interval.holds(5));
  CHECK_FALSE(interval.holds(7));
  CHECK_FALSE(interval.holds(4));
  CHECK_FALSE(Interval{5, 0, 0}.holds(5));
}

TEST_CASE("a level that is no share is refused") {
  for (const double level : {0.0, 1.0, -0.5, 90.0, std::nan("")})
    CHECK_THROWS_WITH(IntervalRule(level), Catch::Contains("expected the share of labels to hold, a number between 0 and 1"));
}

TEST_CASE("at the most debt both ends reach twice the largest residual, at the least they are points") {
  IntervalRule rule(0.9);
  rule.observe(rule.around(0, 0, 0), 3);
  for (int t = 0; t < 28; ++t) rule.observe({0, 0, 0}, 3);  // missed 28 times: the debt is 25.2
  CHECK(rule.around(0, 0, 0).above == 6);
  CHECK(rule.around(0, 0, 0).below == 6);
  for (int t = 0; t < 600; ++t) rule.observe({0, 9, 9}, 3);
  CHECK(rule.debt() < -25);
  CHECK(rule.around(1, 2, 2).below == 0);
  CHECK(rule.around(1, 2, 2).above == 0);
}

TEST_CASE("the rule is its statement written anew", "[random]") {
  CHECK(rc::check("every interval is the twin's", [](std::uint64_t seed) {
    Draws draws(seed);
    const double level = draws.between(0.05, 0.99);
    IntervalRule rule(level);
    Twin twin{level};
    double scale = 1;
    for (int t = 0; t < 300; ++t) {
      if (draws.one_in(40)) scale = std::abs(draws.of_magnitude(-3, 3));
      const double p = draws.between(-5, 5);
      const double below = draws.between(-1, 3) * scale;
      const double above = draws.between(-1, 3) * scale;
      const Interval made = rule.around(p, below, above);
      const Interval other = twin.around(p, below, above);
      RC_ASSERT(std::abs(made.below - other.below) <= 1e-13 * other.below);
      RC_ASSERT(std::abs(made.above - other.above) <= 1e-13 * other.above);
      const double y = p + residual_of(made, scale, 1e6, draws);
      rule.observe(made, y);
      twin.observe(made, y);
    }
  }));
}

TEST_CASE("no stream with bounded residuals breaks the bound, whatever the radii that were learned", "[random]") {
  CHECK(rc::check("after every round", [](std::uint64_t seed) {
    Draws draws(seed);
    const double level = draws.between(0.02, 0.99);
    const double bound = std::pow(10, draws.between(-2, 9));
    IntervalRule rule(level);
    Bound theorem(level);
    double scale = bound;
    for (int t = 0; t < 2000; ++t) {
      if (draws.one_in(100)) scale = bound * std::pow(10, draws.between(-9, 0));
      const double wild = draws.one_in(50) ? std::numeric_limits<double>::quiet_NaN() : draws.of_magnitude(-9, 9);
      const Interval made = rule.around(0, wild, draws.of_magnitude(-9, 9));
      const double z = t < 3 ? 0 : residual_of(made, scale, bound, draws);
      const bool missed = rule.observe(made, z);
      RC_ASSERT(made.below >= 0 && made.above >= 0 && made.below <= 2 * bound && made.above <= 2 * bound);
      theorem.add(z, missed);
      theorem.check();
    }
  }));
}

TEST_CASE("labels that come late widen the bound by the horizon alone", "[random]") {
  CHECK(rc::check("after every round", [](std::uint64_t seed) {
    Draws draws(seed);
    const double level = draws.between(0.05, 0.95);
    const std::size_t horizon = draws.below(30);
    IntervalRule rule(level);
    Bound theorem(level, static_cast<double>(horizon));
    std::deque<std::pair<Interval, double>> pending;
    double scale = 1;
    for (int t = 0; t < 2000; ++t) {
      if (draws.one_in(200)) scale = std::pow(10, draws.between(-3, 3));
      const Interval made = rule.around(0, scale, scale * draws.between(0, 2));
      const double z = residual_of(made, scale, 1e3, draws);
      pending.emplace_back(made, z);
      theorem.add(z, !made.holds(z));
      theorem.check();
      if (pending.size() <= horizon) continue;
      rule.observe(pending.front().first, pending.front().second);
      pending.pop_front();
    }
  }));
}

TEST_CASE("exact predictions for ever are held by points, and a stretch of them in a stream does no harm") {
  IntervalRule rule(0.9);
  for (int t = 0; t < 10'000; ++t) REQUIRE_FALSE(rule.observe(rule.around(4, 0, 0), 4));
  Draws draws(1);
  Bound theorem(0.9);
  for (int t = 0; t < 30'000; ++t) {
    const double z = t / 5000 % 2 == 0 ? draws.between(-1, 1) : 0;
    theorem.add(z, rule.observe(rule.around(0, 0.9, 0.9), z));
    theorem.check();
  }
}

TEST_CASE("numbers that no rule could have are refused") {
  const auto restored = [](std::vector<double> numbers) {
    IntervalRule rule(0.9);
    std::size_t next = 0;
    rule.visit_state(
        [&]<class Number>(std::string_view, Number& number, Limits) { number = static_cast<Number>(numbers[next++]); });
    rule.require_possible();
  };
  CHECK_NOTHROW(restored({10, 1, 0, 3, 2}));
  CHECK_THROWS_AS(restored({10, 11, 0, 3, 2}), std::invalid_argument);
  CHECK_THROWS_AS(restored({10, 1, 0, 0, 0}), std::invalid_argument);
  CHECK_THROWS_AS(restored({10, 1, 0, 3, 7}), std::invalid_argument);
}

}  // namespace interval_test
