// The regret of a mixer that is judged by what it served H rounds ago stays below the bound of docs/auto.md.
#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <deque>

#include "core/draws.hpp"
#include "learners/mixture/mixer.hpp"
#include "tacit/core/lanes.hpp"

namespace late_mixer_test {

using namespace tacit;

namespace {

constexpr std::size_t voices = 4;
using R = LanesOf<16, voices>;

struct Waiting {
  R said;
  double mean;
  double label;
};

// Adds up what the bound is about, from the rounds alone.
struct Sums {
  std::array<double, voices> worst{};  // regret over the worst rounds s..T
  std::array<double, voices> squares{};
  double largest = 0;
  double first = 0;

  // Of the absolute loss.
  void add(const Waiting& round, double slope) {
    double most = 0;
    for (std::size_t k = 0; k < voices; ++k) most = std::max(most, std::abs(slope * (round.mean - round.said[k])));
    const double shrunk = largest > 0 && most > largest ? largest / most : 1;
    for (std::size_t k = 0; k < voices; ++k) {
      const double r = shrunk * slope * (round.mean - round.said[k]);
      squares[k] += r * r;
      const double regret = std::abs(round.mean - round.label) - std::abs(round.said[k] - round.label);
      worst[k] = std::max(worst[k], 0.0) + regret;
    }
    largest = std::max(largest, most);
    if (first == 0) first = most;
  }
  double bound(std::size_t k, double late) const {
    if (first == 0) return 0;
    const double phases = 1 + std::log2(largest / first);
    const double logarithm = std::log(1 + *std::ranges::max_element(squares) / (first * first));
    const double root = std::sqrt((largest * largest + squares[k]) * voices);
    return largest - first + root * (6 * (late + 1) * phases + 2 * std::sqrt((late + 1) * logarithm));
  }
};

// Returns the mean regret to the best voice over all rounds.
template <class Said, class Label>
double regret_of(std::size_t late, int rounds, Said said, Label label) {
  Mixer<R> mixer;
  Sums sums;
  std::deque<Waiting> waiting;
  std::array<double, voices> regret{};
  for (int t = 0; t < rounds; ++t) {
    const R now = said(t);
    const double mean = mixer.mean(now);
    waiting.push_back({now, mean, label(t, mean)});
    for (std::size_t k = 0; k < voices; ++k)
      regret[k] += std::abs(mean - waiting.back().label) - std::abs(now[k] - waiting.back().label);
    if (waiting.size() <= late) continue;
    const Waiting round = waiting.front();
    waiting.pop_front();
    const double slope = round.mean > round.label ? 1 : round.mean < round.label ? -1 : 0;
    sums.add(round, slope);
    mixer.learn(round.said, round.mean, slope);
    for (std::size_t k = 0; k < voices; ++k) REQUIRE(sums.worst[k] <= sums.bound(k, static_cast<double>(late)) * (1 + 1e-9));
  }
  return *std::ranges::max_element(regret) / rounds;
}

}  // namespace

TEST_CASE("regret of what was served late stays below the bound, also where labels are chosen against it", "[mixture]") {
  for (const std::size_t late : {0U, 1U, 5U, 40U}) {
    Draws draws(late + 3);
    const auto noise = [&](int) {
      R said = 0.0;
      for (std::size_t k = 0; k < voices; ++k) said.set(k, draws.between(-1, 1));
      return said;
    };
    const auto growing = [&](int t) { return noise(t) * std::pow(10.0, t / 100); };
    const auto apart = [](int) {
      R said = 0.0;
      for (std::size_t k = 0; k < voices; ++k) said.set(k, k % 2 == 0 ? 1 : -1);
      return said;
    };
    const auto against = [](int, double mean) { return mean > 0 ? -1.0 : 1.0; };
    const auto waves = [&](int t, double) { return t / (static_cast<int>(late) + 1) % 2 == 0 ? 1.0 : -1.0; };
    regret_of(late, 600, noise, against);
    regret_of(late, 600, growing, against);
    regret_of(late, 600, apart, waves);
    regret_of(late, 600, apart, [&](int, double) { return draws.between(-1, 1); });
  }
}

TEST_CASE("regret per round of what was served late falls, where labels are chosen against it", "[mixture]") {
  const auto apart = [](int) {
    R said = 0.0;
    for (std::size_t k = 0; k < voices; ++k) said.set(k, k % 2 == 0 ? 1 : -1);
    return said;
  };
  const auto against = [](int, double mean) { return mean > 0 ? -1.0 : 1.0; };
  for (const std::size_t late : {1U, 10U}) {
    const double early = regret_of(late, 2000, apart, against);
    CHECK(regret_of(late, 32000, apart, against) < early / 2);
  }
}

}  // namespace late_mixer_test
