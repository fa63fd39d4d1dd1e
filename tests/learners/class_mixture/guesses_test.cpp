// What is guessed of the next class, by hand.
#include "learners/class_mixture/guesses.hpp"

#include <catch2/catch.hpp>
#include <numeric>
#include <vector>

namespace class_guesses_test {

using namespace tacit;

namespace {

// Classes 0 1 2 0 1 2 ..., each told of the one before.
ClassGuesses turning(std::size_t rounds) {
  ClassGuesses guesses;
  guesses.add_classes(3);
  for (std::size_t i = 0; i < rounds; ++i)
    guesses.learn(i % 3, {.last = i == 0 ? ClassHints::unknown : (i - 1) % 3, .season = ClassHints::unknown});
  return guesses;
}

double chance_of(const ClassGuesses& guesses, std::size_t g, const ClassHints& hints, std::size_t k) {
  std::vector<double> chances(guesses.classes());
  REQUIRE(guesses.say(g, hints, chances));
  CHECK(std::accumulate(chances.begin(), chances.end(), 0.0) == Approx(1.0));
  return chances[k];
}

}  // namespace

TEST_CASE("the last class comes again with probability (repeats + 1)/(n + 2)", "[class-mixture]") {
  const ClassGuesses guesses = turning(10);  // nine of whose classes were told the one before, and none repeated it
  const ClassHints hints{.last = 0};
  CHECK(chance_of(guesses, 0, hints, 0) == Approx(1.0 / 11));
  CHECK(chance_of(guesses, 0, hints, 1) == Approx(5.0 / 11));
}

TEST_CASE("followers are counted, and what never followed keeps a part of the base rate", "[class-mixture]") {
  const ClassGuesses guesses = turning(10);  // 0 came four times, 1 and 2 three times each; 1 followed 0 three times
  const double base = (4 + 0.5) / (10 + 1.5);
  CHECK(chance_of(guesses, 3, {}, 0) == Approx(base));
  CHECK(chance_of(guesses, 2, {.last = 0}, 1) == Approx((3 + 0.5 * 3.5 / 11.5) / 3.5));
  CHECK(chance_of(guesses, 2, {.last = 0}, 0) == Approx(0.5 * base / 3.5));
}

TEST_CASE("nothing is said of a class that is not known", "[class-mixture]") {
  const ClassGuesses guesses = turning(10);
  std::vector<double> chances(3);
  CHECK_FALSE(guesses.say(0, {}, chances));
  CHECK_FALSE(guesses.say(1, {.last = 1}, chances));
  CHECK_FALSE(guesses.say(2, {.season = 1}, chances));
}

TEST_CASE("of the followers of a class 64 are remembered, and they come back from a state", "[class-mixture]") {
  ClassGuesses guesses;
  guesses.add_classes(100);
  for (std::size_t k = 1; k < 100; ++k) guesses.learn(k, {.last = 0});
  const auto numbers = guesses.followers();
  CHECK(numbers.size() == 3 * ClassGuesses::most_followers);
  ClassGuesses again;
  again.add_classes(100);
  CHECK(again.restore_followers(numbers));
  CHECK(again.followers() == numbers);
  CHECK_FALSE(again.restore_followers(numbers));  // each stands there already
  ClassGuesses other;
  other.add_classes(2);
  for (const std::vector<double>& wrong : {std::vector<double>{0, 2, 1}, {0, 1, 0.5}, {0, 1, 0}, {-1, 0, 1}, {0, 1}}) {
    CAPTURE(wrong);
    CHECK_FALSE(other.restore_followers(wrong));
  }
}

}  // namespace class_guesses_test
