#include "learners/mixture/corrections.hpp"

#include <algorithm>
#include <vector>

#include "core/draws.hpp"
#include "learners/mixture/numbers.hpp"

namespace corrections_test {

using namespace tacit;

namespace {

using Corrections = NumberCorrections<TwelveInputs>;
constexpr std::ptrdiff_t first_weight = 3 + 4 + 2;  // behind levels, misses and what the last miss repeats

}  // namespace

TEST_CASE("levels are the means of the last misses, and the first repeats the last", "[mixture]") {
  Corrections corrections;
  const Given given{.lasting = 1, .recent = 2, .last_label = unknown_guess, .usual_label = unknown_guess};
  corrections.learn(given, 5, 1, 1, 1, corrections.misses());
  corrections.learn(given, 3, 1, 1, 2, corrections.misses());
  const auto predictions = corrections.predictions(given, 1);
  CHECK(predictions[0] == 3);  // the last miss of `recent` is 1
  CHECK(predictions[1] == 4);  // the mean of 3 and 1
  CHECK(predictions[2] == 4);
  CHECK(predictions[3] == Approx(2 + 1.0 / 3));  // 1 of a miss of 3 was repeated
}

TEST_CASE("a miss that follows from one of the last three is learned", "[mixture]") {
  const Given given{
      .lasting = 10, .recent = 10, .last_label = unknown_guess, .usual_label = unknown_guess, .geometries = {10, 10, 10, 10, 10}};
  for (const std::size_t lag : {1U, 2U, 3U}) {
    CAPTURE(lag);
    Corrections corrections;
    Draws draws(4);
    std::vector<double> misses(lag, 0.0);
    double worst = 0;
    for (int n = 1; n <= 3000; ++n) {
      const double next = 0.8 * misses[misses.size() - lag];
      const auto predictions = corrections.predictions(given, 1);
      if (n > 2500) worst = std::max({worst, std::abs(predictions[4] - (10 + next)), std::abs(predictions[5] - (10 + next))});
      misses.push_back(next + draws.between(-1, 1));
      corrections.learn(given, 10 + misses.back(), 1, 1, n, corrections.misses());
    }
    CHECK(worst < 0.5);
  }
}

TEST_CASE("a label beyond what all geometries say is learned, in any unit", "[mixture]") {
  for (const double unit : {1.0, 1e-6, 1e9}) {
    CAPTURE(unit);
    Corrections corrections;
    Draws draws(12);
    double worst = 0;
    for (int n = 1; n <= 2000; ++n) {
      const double a = unit * draws.between(-1, 1);
      const double b = unit * draws.between(-1, 1);
      const Given given{
          .lasting = b, .recent = b, .last_label = unknown_guess, .usual_label = unknown_guess, .geometries = {b, b, a, b, b}};
      const double y = 2 * a - b;  // no shares that add up to 1 and are positive say so
      const auto predictions = corrections.predictions(given, unit);
      if (n > 1500) worst = std::max({worst, std::abs(predictions[4] - y), std::abs(predictions[5] - y)});
      corrections.learn(given, y, unit, unit, n, corrections.misses());
    }
    CHECK(worst < 0.05 * unit);
  }
}

TEST_CASE("an error counts as at most three times the scale", "[mixture]") {
  Corrections one;
  Corrections other;
  const Given given{.lasting = 1, .recent = 2, .last_label = 3, .usual_label = 4, .geometries = {1, 2, 3, 4, 5}};
  one.learn(given, 1 + 1e300, 1, 1, 3, {});
  other.learn(given, 1 + 3, 1, 1, 3, {});
  // Levels and misses differ; weights and inverses, which come behind them, do not.
  const auto numbers = numbers_of(one);
  const auto others = numbers_of(other);
  CHECK(numbers[first_weight] != 0);
  CHECK(std::equal(numbers.begin() + first_weight, numbers.end(), others.begin() + first_weight, others.end()));
}

TEST_CASE("what a miss repeats is learned from the misses that were known when the round was predicted", "[mixture]") {
  const Given given{.lasting = 0, .recent = 0, .last_label = unknown_guess, .usual_label = unknown_guess};
  Corrections at_once;
  Corrections late;
  for (int n = 1; n <= 200; ++n) {  // misses turn their sign: one that is two rounds old is repeated, the last one is not
    const double miss = n % 2 == 0 ? 1 : -1;
    at_once.learn(given, miss, 1, 1, n, at_once.misses());
    late.learn(given, miss, 1, 1, n, {.first = miss, .second = -miss, .level = miss});
  }
  CHECK(at_once.misses().level == late.misses().level);
  CHECK(at_once.predictions(given, 1)[3] == Approx(-1));  // the last miss was 1
  CHECK(late.predictions(given, 1)[3] == Approx(1));
  CHECK(at_once.predictions(given, 1)[4] == Approx(-1).margin(0.1));
  CHECK(late.predictions(given, 1)[4] == Approx(1).margin(0.1));
}

TEST_CASE("corrections of labels at the ends of the numbers stay numbers", "[mixture]") {
  Draws draws(9);
  for (const double size : {5e-324, 1e-290, 1.0, 1e150, 1e300, 1.7e308}) {
    CAPTURE(size);
    Corrections corrections;
    for (int n = 1; n <= 300; ++n) {
      const auto any = [&] { return size * draws.between(-1, 1); };
      const Given given{
          .lasting = any(), .recent = any(), .last_label = draws.one_in(3) ? unknown_guess : any(), .usual_label = any()};
      const double scale = std::max(1e-290, size * draws.between(0.001, 1));
      for (const double prediction : corrections.predictions(given, scale)) REQUIRE_FALSE(std::isnan(prediction));
      corrections.learn(given, any(), scale, scale, n, corrections.misses());
      numbers_of(corrections);
    }
  }
}

}  // namespace corrections_test
