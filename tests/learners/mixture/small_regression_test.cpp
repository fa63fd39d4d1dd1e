#include "learners/mixture/small_regression.hpp"

#include <algorithm>
#include <array>

#include "core/draws.hpp"
#include "learners/mixture/numbers.hpp"

namespace small_regression_test {

using namespace tacit;

namespace {

using Inputs = LanesOf<16, 4>;
using Regression = SmallRegression<Inputs>;

Inputs of(double a, double b = 0, double c = 0, double d = 0) {
  const std::array<double, 4> x{a, b, c, d};
  return Inputs::loaded(x.data());
}

// The square loss, `times` times.
template <class V>
void learn(SmallRegression<V>& regression, const V& x, double y, double times = 1) {
  regression.learn(x, times * (regression.predict(x) - y), times);
}

// Entry (i, k) of the inverse: weights come before it.
template <class V>
double inverse_of(const std::vector<double>& numbers, std::size_t i, std::size_t k) {
  return numbers[(i + 1) * V::count + k];
}

}  // namespace

TEST_CASE("a regression of one input is the ridge's quotient", "[mixture]") {
  Regression regression(1);
  CHECK(regression.predict(of(2)) == 0);
  learn(regression, of(2), 1);  // 2 / (2 + 4)
  CHECK(regression.predict(of(1)) == Approx(1.0 / 3).epsilon(1e-15));
  learn(regression, of(1), 2);  // (2 + 2) / (2 + 4 + 1)
  CHECK(regression.predict(of(1)) == Approx(4.0 / 7).epsilon(1e-15));
  learn(regression, of(3), -1);  // (2 + 2 - 3) / (2 + 4 + 1 + 9)
  CHECK(regression.predict(of(1)) == Approx(1.0 / 16).epsilon(1e-14));
}

TEST_CASE("a regression of two inputs solves the normal equations", "[mixture]") {
  Regression regression(1);
  learn(regression, of(1, 0), 3);
  learn(regression, of(1, 1), 1);
  learn(regression, of(0, 2), 2);
  // (2 + 2, 1; 1, 2 + 5) w = (4, 5): determinant 27.
  CHECK(regression.predict(of(1, 0)) == Approx((4.0 * 7 - 5) / 27).epsilon(1e-14));
  CHECK(regression.predict(of(0, 1)) == Approx((4.0 * 5 - 4) / 27).epsilon(1e-14));
  CHECK(regression.predict(of(0, 0, 1, 1)) == 0);
}

TEST_CASE("a round of curvature 3 counts as three rounds", "[mixture]") {
  Regression once(1);
  Regression thrice(1);
  for (const auto& [x, y] : {std::pair(of(1, 2), 3.0), std::pair(of(-1, 0.5, 1), 1.0)}) {
    learn(once, x, y, 3);
    for (int i = 0; i < 3; ++i) learn(thrice, x, y);
  }
  const auto numbers = numbers_of(once);
  const auto others = numbers_of(thrice);
  REQUIRE(numbers.size() == others.size());
  for (std::size_t i = 0; i < numbers.size(); ++i) CHECK(numbers[i] == Approx(others[i]).epsilon(1e-13).margin(1e-15));
}

TEST_CASE("a regression that is told an input begins by predicting it, and is pulled back to it by the ridge", "[mixture]") {
  Regression regression(1, 1);
  CHECK(regression.predict(of(7, 3, 5)) == 3);
  learn(regression, of(0, 1), 4);  // the ridge weighs 2 at a weight of 1: (2 * 1 + 4) / (2 + 1)
  CHECK(regression.predict(of(0, 1)) == Approx(2).epsilon(1e-15));
}

TEST_CASE("a regression that forgets weighs earlier rounds less, the ridge among them", "[mixture]") {
  Regression regression(0.5);
  learn(regression, of(2), 1);
  CHECK(regression.predict(of(1)) == Approx(2 / (2 * 0.5 + 4)).epsilon(1e-14));
  learn(regression, of(1), 2);
  CHECK(regression.predict(of(1)) == Approx((2 * 0.5 + 2) / ((2 * 0.5 + 4) * 0.5 + 1)).epsilon(1e-14));
}

TEST_CASE("every eighth round gives one input back, in turn, what the ridge has lost", "[mixture]") {
  constexpr double kept = 0.75;
  constexpr double given_back = 0.25 * 2 * 8 * 4;  // a quarter of 2 per round, for 8 rounds times 4 inputs
  for (std::size_t turn = 0; turn < 6; ++turn) {
    Regression regression(kept);
    std::array<double, 4> diagonal{2, 2, 2, 2};
    for (std::size_t round = 1; round <= 8 * (turn + 1); ++round) {
      regression.learn(of(0), 0, 1);
      for (double& number : diagonal) number *= kept;
      if (round % 8 == 0) diagonal[(round / 8 - 1) % 4] += given_back;
    }
    const auto numbers = numbers_of(regression);
    for (std::size_t i = 0; i < 4; ++i) {
      CAPTURE(turn, i);
      CHECK(inverse_of<Inputs>(numbers, i, i) == Approx(1 / diagonal[i]).epsilon(1e-9));
    }
  }
  Regression keeps_all(1);
  for (int i = 0; i < 40; ++i) keeps_all.learn(of(0), 0, 1);
  Regression fresh(1);
  CHECK(numbers_of(keeps_all) == numbers_of(fresh));
}

TEST_CASE("a regression that forgets equals its normal equations over two hundred rounds", "[mixture]") {
  constexpr std::size_t size = 4;
  constexpr double kept = 0.95;
  Draws draws(6);
  Regression regression(kept);
  std::array<std::array<double, size>, size> a{};
  for (std::size_t i = 0; i < size; ++i) a[i][i] = 2;
  for (std::size_t n = 1; n <= 200; ++n) {
    std::array<double, size> x{};
    for (double& input : x) input = draws.between(-1, 1);
    const double curvature = draws.between(0.1, 2);
    regression.learn(Inputs::loaded(x.data()), draws.between(-1, 1), curvature);
    for (std::size_t i = 0; i < size; ++i) {
      for (std::size_t k = 0; k < size; ++k) a[i][k] = kept * a[i][k] + curvature * x[i] * x[k];
    }
    if (n % 8 == 0) a[(n / 8 - 1) % size][(n / 8 - 1) % size] += (1 - kept) * 2 * 8 * size;
  }
  const auto numbers = numbers_of(regression);
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t k = 0; k < size; ++k) {
      double product = 0;
      for (std::size_t r = 0; r < size; ++r) product += a[i][r] * inverse_of<Inputs>(numbers, r, k);
      CHECK(product == Approx(i == k ? 1 : 0).margin(1e-9));
    }
  }
}

TEST_CASE("the inverse stays symmetric to the last bit where a regression forgets", "[mixture]") {
  Draws draws(5);
  SmallRegression<TwelveInputs> regression(0.998, 1);
  for (int n = 0; n < 100'000; ++n) {
    std::array<double, 12> x{};
    for (double& input : x) input = draws.one_in(4) ? 0 : draws.of_magnitude(-3, 1);
    regression.learn(TwelveInputs::loaded(x.data()), draws.between(-1, 1), draws.between(1e-4, 0.25));
  }
  const auto numbers = numbers_of(regression);
  bool excited = false;
  for (std::size_t i = 0; i < 12; ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      CAPTURE(i, k);
      REQUIRE(inverse_of<TwelveInputs>(numbers, i, k) == inverse_of<TwelveInputs>(numbers, k, i));
      excited |= inverse_of<TwelveInputs>(numbers, i, k) != 0;
    }
  }
  CHECK(excited);
}

TEST_CASE("inputs that stay 0 do not wind up where a regression forgets", "[mixture]") {
  Draws draws(8);
  SmallRegression<TwelveInputs> regression(0.998);
  // A return every 96 rounds makes good what 0.998^96 took: the diagonal lies between r q / (1 - q) and r / (1 - q).
  const double q = std::pow(0.998, 96);
  const double returned = 0.002 * 2 * 96;
  for (int n = 1; n <= 100'000; ++n) {
    TwelveInputs x = 0.0;
    x.set(0, draws.between(-1, 1));
    regression.learn(x, draws.between(-1, 1), 1);
    if (n % 9'973 != 0) continue;
    const auto numbers = numbers_of(regression);
    for (std::size_t i = 1; i < 12; ++i) {
      CHECK(1 / inverse_of<TwelveInputs>(numbers, i, i) >= returned * q / (1 - q) * (1 - 1e-6));
      CHECK(1 / inverse_of<TwelveInputs>(numbers, i, i) <= returned / (1 - q) * (1 + 1e-6));
    }
  }
  TwelveInputs other = 0.0;
  other.set(7, 1);
  learn(regression, other, 1);  // once moves it by no more than a fresh one would
  CHECK(regression.predict(other) < 0.4);
  CHECK(regression.predict(other) > 0.2);
}

TEST_CASE("a regression begins anew where its numbers are lost", "[mixture]") {
  Regression fresh(1, 2);
  const auto numbers = numbers_of(fresh);
  const double infinite = std::numeric_limits<double>::infinity();
  for (const double size : {1e7, 1e160, 1e308, infinite, unknown_guess}) {
    CAPTURE(size);
    Regression regression(1, 2);
    learn(regression, of(1, 2, 3, 4), 5);
    regression.learn(of(0, 0, size), size, 1);
    CHECK(numbers_of(regression) == numbers);
    CHECK(regression.predict(of(1, 2, 3, 4)) == 3);
    learn(regression, of(0, 1), 3);
    CHECK(regression.predict(of(0, 1)) == Approx(1).epsilon(1e-15));
  }
}

TEST_CASE("a regression stays sound under inputs of any size up to the largest", "[mixture]") {
  Draws draws(1);
  for (const double kept : {1.0, 0.998}) {
    SmallRegression<TwelveInputs> regression(kept);
    for (int i = 0; i < 20'000; ++i) {
      std::array<double, 12> inputs{};
      for (double& input : inputs) input = std::clamp(draws.of_magnitude(-12, 4), -100.0, 100.0);
      const TwelveInputs x = TwelveInputs::loaded(inputs.data());
      regression.learn(x, std::clamp(draws.of_magnitude(-3, 8), -3.0, 3.0), 1);
      REQUIRE(std::isfinite(regression.predict(x)));
    }
    numbers_of(regression);
  }
}

}  // namespace small_regression_test
