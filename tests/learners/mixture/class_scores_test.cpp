#include "learners/mixture/class_scores.hpp"

#include <algorithm>
#include <array>

#include "core/draws.hpp"
#include "learners/mixture/numbers.hpp"

namespace class_scores_test {

using namespace tacit;

namespace {

using Scores = ClassScores<TwelveInputs>;

Given said(double mean, const ByGeometry& geometries) {
  return {.lasting = mean, .recent = mean, .last_label = unknown_guess, .usual_label = unknown_guess, .geometries = geometries};
}
Given said(double mean) { return said(mean, {mean, mean, mean, mean, mean}); }

double sigmoid(double score) { return 1 / (1 + std::exp(-score)); }

}  // namespace

TEST_CASE("scores begin as the mean that lasts and the one that forgets", "[mixture]") {
  const Scores scores;
  const Given given{.lasting = 0.25, .recent = -0.5, .last_label = 1, .usual_label = -1, .geometries = {1, 2, 3, 4, 5}};
  CHECK(scores.scores(given, {.first = 0.5, .second = 0.25}) == std::array{0.25, -0.5});
}

TEST_CASE("the first label moves scores by a step of Newton's method", "[mixture]") {
  Scores scores;
  const Given given = said(0, {1, 0, 0, 0, 0});
  scores.learn(given, 1, {});
  // Half of it is wrong. The inputs are that geometry and the constant: x'x = 2, so the step is 1/2 * 2 / (2 + 1/4 * 2).
  CHECK(scores.scores(given, {})[0] == Approx(0.4).epsilon(1e-14));
  CHECK(scores.scores(given, {})[1] == Approx(0.5 * 2 / (0.998 * 2 + 0.25 * 2)).epsilon(1e-14));
  CHECK(scores.misses().first == Approx(0.5).epsilon(1e-15));
  CHECK(scores.misses().second == 0);
  // The miss is an input of the next round, but has no weight yet.
  scores.learn(given, -1, scores.misses());
  CHECK(scores.misses().first == Approx(-sigmoid(0.4)).epsilon(1e-14));
  CHECK(scores.misses().second == Approx(0.5).epsilon(1e-15));
}

TEST_CASE("a guess that is not known counts as 0", "[mixture]") {
  Scores scores;
  Given known{.lasting = 0.5, .recent = 0.5, .last_label = 0, .usual_label = 0, .geometries = {1, -1, 1, -1, 1}};
  Given unknown = known;
  unknown.last_label = unknown.usual_label = unknown_guess;
  Scores other;
  for (int i = 0; i < 10; ++i) {
    scores.learn(known, i % 3 == 0 ? 1 : -1, scores.misses());
    other.learn(unknown, i % 3 == 0 ? 1 : -1, other.misses());
  }
  CHECK(numbers_of(scores) == numbers_of(other));
}

TEST_CASE("scores learn the sign of a difference, of which every mean of positive shares is wrong as often as not", "[mixture]") {
  Draws draws(11);
  Scores scores;
  std::array<int, 2> wrong{};
  int wrong_means = 0;
  constexpr int judged = 2000;
  for (int n = 0; n < 6000; ++n) {
    const double a = draws.between(-1, 1);
    const double b = draws.between(-1, 1);
    const Given given = said((a + b) / 2, {a, a, b, b, b});
    const double y = a > b ? 1 : -1;
    if (n >= 6000 - judged) {
      const auto now = scores.scores(given, scores.misses());
      for (std::size_t k = 0; k < 2; ++k) wrong[k] += now[k] * y <= 0 ? 1 : 0;
      wrong_means += given.lasting * y <= 0 ? 1 : 0;
    }
    scores.learn(given, y, scores.misses());
  }
  CHECK(wrong_means > 0.4 * judged);
  CHECK(wrong[0] < 0.03 * judged);
  CHECK(wrong[1] < 0.03 * judged);
}

TEST_CASE("scores are as certain as labels are, where means are too timid or too sure", "[mixture]") {
  for (const double slope : {4.0, 1.0, 0.25}) {
    CAPTURE(slope);
    Draws draws(3);
    Scores scores;
    for (int n = 0; n < 40'000; ++n) {
      const Given given = said(draws.between(-1, 1));
      scores.learn(given, draws.between(0, 1) < sigmoid(slope * given.lasting) ? 1 : -1, scores.misses());
    }
    for (const double m : {-0.8, 0.0, 0.5}) CHECK(scores.scores(said(m), {})[0] == Approx(slope * m).margin(0.2));
  }
}

TEST_CASE("misses tell of labels that repeat, where nothing else does", "[mixture]") {
  Draws draws(21);
  Scores scores;
  double y = 1;
  int right = 0;
  constexpr int judged = 1000;
  for (int n = 0; n < 4000; ++n) {
    const double last = y;
    y = draws.one_in(10) ? -last : last;
    const Given given = said(0);
    if (n >= 4000 - judged) {
      const auto now = scores.scores(given, scores.misses());
      right += now[0] * last > 0 && now[1] * last > 0 ? 1 : 0;
    }
    scores.learn(given, y, scores.misses());
  }
  CHECK(right > 0.95 * judged);
}

TEST_CASE("scores learn from the misses that were known when the round was predicted", "[mixture]") {
  Scores at_once;
  Scores late;
  for (int n = 0; n < 400; ++n) {  // labels turn: the last miss is turned, the one before is repeated
    const double y = n % 2 == 0 ? 1 : -1;
    at_once.learn(said(0), y, {.first = -y * 0.5});
    late.learn(said(0), y, {.first = y * 0.5});
  }
  CHECK(at_once.scores(said(0), {.first = 0.5})[0] < -2);
  CHECK(late.scores(said(0), {.first = 0.5})[0] > 2);
}

TEST_CASE("scores stay within 30 and their numbers within limits, whatever is said", "[mixture]") {
  Draws draws(7);
  Scores scores;
  double largest = 0;
  for (int n = 0; n < 20'000; ++n) {
    const auto any = [&] { return draws.one_in(3) ? Scores::most_input * draws.sign() : draws.of_magnitude(-6, 0.9); };
    const bool sure = n % 4000 < 2000;  // for long, labels follow from one geometry alone
    const Given given{.lasting = draws.between(-1, 1),
                      .recent = draws.between(-1, 1),
                      .last_label = draws.sign(),
                      .usual_label = draws.one_in(2) ? unknown_guess : draws.between(-1, 1),
                      .geometries = {any(), any(), any(), any(), any()}};
    for (const double score : scores.scores(given, scores.misses())) {
      REQUIRE(std::abs(score) <= 30);
      largest = std::max(largest, std::abs(score));
    }
    scores.learn(given, sure ? (given.geometries[2] > 0 ? 1 : -1) : draws.sign(), scores.misses());
    if (n % 97 == 0) numbers_of(scores);
  }
  CHECK(largest > 10);
  // One huge guess is beyond what a weight of 1 can keep within.
  CHECK(std::abs(scores.scores(said(1e9), {})[0]) == 30);
  CHECK(scores.scores(said(unknown_guess), {})[0] == -30);
}

}  // namespace class_scores_test
