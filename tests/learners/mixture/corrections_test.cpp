#include "learners/mixture/corrections.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "core/draws.hpp"

namespace corrections_test {

using namespace tacit;

namespace {

template <class Part>
std::vector<double> numbers_of(Part& part) {
  std::vector<double> numbers;
  part.visit_state([&](double& number, Limits limits) {
    CAPTURE(numbers.size(), number);
    REQUIRE(std::isfinite(number));
    REQUIRE((number >= limits.low && number <= limits.high));
    numbers.push_back(number);
  });
  return numbers;
}

}  // namespace

TEST_CASE("a regression of one input is the ridge's quotient", "[mixture]") {
  SmallRegression<1> regression(1);
  CHECK(regression.predict({2}) == 0);
  regression.learn({2}, 1, 10);  // 2 / (4 + 4)
  CHECK(regression.predict({1}) == Approx(0.25).epsilon(1e-15));
  regression.learn({1}, 2, 10);  // (2 + 2) / (4 + 4 + 1)
  CHECK(regression.predict({1}) == Approx(4.0 / 9).epsilon(1e-15));
  regression.learn({3}, -1, 10);  // (2 + 2 - 3) / (4 + 4 + 1 + 9)
  CHECK(regression.predict({1}) == Approx(1.0 / 18).epsilon(1e-14));
}

TEST_CASE("a regression of two inputs solves the normal equations", "[mixture]") {
  SmallRegression<2> regression(1);
  regression.learn({1, 0}, 3, 10);
  regression.learn({1, 1}, 1, 10);
  regression.learn({0, 2}, 2, 10);
  // (4 + 2, 1; 1, 4 + 5) w = (4, 5): determinant 53.
  CHECK(regression.predict({1, 0}) == Approx((4.0 * 9 - 5) / 53).epsilon(1e-14));
  CHECK(regression.predict({0, 1}) == Approx((6.0 * 5 - 4) / 53).epsilon(1e-14));
}

TEST_CASE("a regression that forgets weighs earlier rounds less, the ridge among them", "[mixture]") {
  SmallRegression<1> regression(0.5);
  regression.learn({2}, 1, 10);
  CHECK(regression.predict({1}) == Approx(2 / (4 * 0.5 + 4)).epsilon(1e-14));
  regression.learn({1}, 2, 10);
  CHECK(regression.predict({1}) == Approx((2 * 0.5 + 2) / ((4 * 0.5 + 4) * 0.5 + 1)).epsilon(1e-14));
}

TEST_CASE("an error counts as at most what it may", "[mixture]") {
  SmallRegression<2> one(1);
  SmallRegression<2> other(1);
  one.learn({1, 0.5}, 1e300, 3);
  other.learn({1, 0.5}, 3, 3);
  CHECK(numbers_of(one) == numbers_of(other));
}

TEST_CASE("a regression whose inputs excite nothing winds up no further than a size", "[mixture]") {
  SmallRegression<2> regression(0.9);
  for (int i = 0; i < 100'000; ++i) regression.learn({1, 0}, i % 2, 3);
  numbers_of(regression);
  regression.learn({0, 1}, 1, 3);
  CHECK(std::abs(regression.predict({0, 1}) - 1) < 1e-3);
}

TEST_CASE("a regression stays sound under inputs of any size up to the largest", "[mixture]") {
  Draws draws(1);
  for (const double kept : {1.0, 0.999}) {
    SmallRegression<6> regression(kept);
    for (int i = 0; i < 20'000; ++i) {
      SmallRegression<6>::Inputs x{};
      for (double& input : x) input = std::clamp(draws.of_magnitude(-12, 4), -100.0, 100.0);
      regression.learn(x, draws.of_magnitude(-3, 8), 3);
      REQUIRE(std::isfinite(regression.predict(x)));
    }
    numbers_of(regression);
  }
}

TEST_CASE("levels are the means of the last misses, and the first repeats the last", "[mixture]") {
  NumberCorrections corrections;
  const double none = std::numeric_limits<double>::quiet_NaN();
  const NumberCorrections::Given given{.lasting = 1, .recent = 2, .last_label = none, .usual_label = none};
  corrections.learn(given, 5, 1, 1, 1);
  corrections.learn(given, 3, 1, 1, 2);
  const auto predictions = corrections.predictions(given, 1);
  CHECK(predictions[0] == 3);  // the last miss of `recent` is 1
  CHECK(predictions[1] == 4);  // the mean of 3 and 1
  CHECK(predictions[2] == 4);
  CHECK(predictions[3] == Approx(2 + 1.0 / 3));  // 1 of a miss of 3 was repeated
}

TEST_CASE("a miss that follows from the miss before is learned", "[mixture]") {
  NumberCorrections corrections;
  Draws draws(4);
  const double none = std::numeric_limits<double>::quiet_NaN();
  const NumberCorrections::Given given{.lasting = 10, .recent = 10, .last_label = none, .usual_label = none};
  double miss = 0;
  double worst = 0;
  for (int n = 1; n <= 3000; ++n) {
    const double next = 0.8 * miss;
    const auto predictions = corrections.predictions(given, 1);
    if (n > 2500) worst = std::max(worst, std::abs(predictions[4] - (10 + next)));
    miss = next + draws.between(-1, 1);
    corrections.learn(given, 10 + miss, 1, 1, n);
  }
  CHECK(worst < 0.2);
}

TEST_CASE("what a miss repeats is learned from the misses that were known when the round was predicted", "[mixture]") {
  const double none = std::numeric_limits<double>::quiet_NaN();
  const NumberCorrections::Given given{.lasting = 0, .recent = 0, .last_label = none, .usual_label = none};
  NumberCorrections at_once;
  NumberCorrections late;
  for (int n = 1; n <= 200; ++n) {  // misses turn their sign: one that is two rounds old is repeated, the last one is not
    const double miss = n % 2 == 0 ? 1 : -1;
    at_once.learn(given, miss, 1, 1, n);
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
  const double none = std::numeric_limits<double>::quiet_NaN();
  for (const double size : {5e-324, 1e-290, 1.0, 1e150, 1e300, 1.7e308}) {
    CAPTURE(size);
    NumberCorrections corrections;
    for (int n = 1; n <= 300; ++n) {
      const auto any = [&] { return size * draws.between(-1, 1); };
      const NumberCorrections::Given given{
          .lasting = any(), .recent = any(), .last_label = draws.one_in(3) ? none : any(), .usual_label = any()};
      const double scale = std::max(1e-290, size * draws.between(0.001, 1));
      for (const double prediction : corrections.predictions(given, scale)) REQUIRE_FALSE(std::isnan(prediction));
      corrections.learn(given, any(), scale, scale, n);
      numbers_of(corrections);
    }
  }
}

TEST_CASE("a stream whose predictions are too timid is calibrated to the slope it needs", "[mixture]") {
  for (const auto& [slope, shift] : {std::pair(3.0, 0.0), std::pair(0.4, 0.0), std::pair(1.0, 1.0)}) {
    CAPTURE(slope, shift);
    Draws draws(2);
    Calibration calibration;
    for (int i = 0; i < 50'000; ++i) {
      const double m = draws.between(-1, 1);
      const double chance = 1 / (1 + std::exp(-(slope * m + shift)));
      calibration.learn(m, draws.between(0, 1) < chance ? 1 : -1);
    }
    CHECK(calibration.prediction(1) - calibration.prediction(0) == Approx(slope).margin(0.15));
    CHECK(calibration.prediction(0) == Approx(shift).margin(0.1));
  }
}

TEST_CASE("a calibration begins as the prediction itself and stays within its bounds", "[mixture]") {
  Calibration calibration;
  CHECK(calibration.prediction(0.75) == 0.75);
  Draws draws(3);
  for (int i = 0; i < 20'000; ++i) {
    calibration.learn(draws.one_in(2) ? draws.between(-50, 50) : 50 * draws.sign(), draws.sign());
    numbers_of(calibration);
  }
  for (int i = 0; i < 20'000; ++i) calibration.learn(-40, 1);
  numbers_of(calibration);
}

}  // namespace corrections_test
