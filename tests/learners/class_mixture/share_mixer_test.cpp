// The bound of a ShareMixer, on streams that try to break it.
#include "learners/class_mixture/share_mixer.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <random>
#include <vector>

namespace share_mixer_test {

using namespace tacit;

namespace {

constexpr std::size_t voices = 6;
using Mixer = ShareMixer<voices>;

// Per voice the worst that the mixer has lost to it over any rounds s..T, T the last.
class Regrets {
 public:
  void add(const Mixer& mixer, const Mixer::Numbers& said) {
    double mean = 0;
    for (std::size_t v = 0; v < voices; ++v) mean += mixer.shares()[v] * said[v];
    for (std::size_t v = 0; v < voices; ++v) worst_[v] = std::max(worst_[v], 0.0) + std::log(said[v] / mean);
  }
  double worst() const { return *std::ranges::max_element(worst_); }

 private:
  std::array<double, voices> worst_{};
};

// Voices that are good by turns, for stretches that grow.
Mixer::Numbers said_in(int round, std::mt19937_64& random, int kind) {
  std::uniform_real_distribution<> uniform(1e-6, 1.0);
  Mixer::Numbers said;
  for (double& chance : said) chance = kind == 0 ? uniform(random) : 1e-4;
  if (kind > 0) said[static_cast<std::size_t>(kind == 1 ? std::log2(round + 1) : round / 50) % voices] = 0.9;
  return said;
}

}  // namespace

TEST_CASE("a mixer that remembers loses at most ln V + ln T to any voice over any last rounds", "[class-mixture]") {
  for (const int kind : {0, 1, 2}) {
    std::mt19937_64 random(3);
    Mixer mixer;
    Regrets regrets;
    for (int round = 1; round <= 4000; ++round) {
      const auto said = said_in(round, random, kind);
      regrets.add(mixer, said);
      mixer.learn(said);
      REQUIRE(regrets.worst() <= std::log(voices) + std::log(round) + 1e-9);
    }
  }
}

TEST_CASE("a mixer with a horizon finds the voice of a stretch within as many nats as it says", "[class-mixture]") {
  constexpr double horizon = 50;
  Mixer mixer(horizon);
  std::mt19937_64 random(4);
  for (int round = 0; round < 1000; ++round) mixer.learn(said_in(0, random, 2));
  double lost = 0;
  for (int round = 0; round < 40; ++round) {
    Mixer::Numbers said;
    said.fill(0.01);
    said[5] = 0.8;
    double mean = 0;
    for (std::size_t v = 0; v < voices; ++v) mean += mixer.shares()[v] * said[v];
    lost += std::log(said[5] / mean);
    mixer.learn(said);
  }
  CHECK(lost <= std::log(voices) + std::log(horizon) + 39 * std::log(horizon / (horizon - 1)));
  CHECK(mixer.shares()[5] > 0.9);
}

}  // namespace share_mixer_test
