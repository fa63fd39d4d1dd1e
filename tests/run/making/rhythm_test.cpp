#include "run/making/rhythm.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <random>

namespace rhythm_test {

using namespace tacit;

namespace {

constexpr std::int64_t minute = 60'000;
constexpr std::int64_t hour = 60 * minute;
constexpr std::int64_t day = 24 * hour;

std::size_t period_of(std::int64_t step, int rows = 20) {
  Rhythm rhythm;
  for (int t = 0; t < rows; ++t) rhythm.tick(t * step);
  return rhythm.period();
}

double noise(std::mt19937_64& engine) { return static_cast<double>(engine() >> 11U) * 0x1p-53 - 0.5; }

}  // namespace

TEST_CASE("the clock tells how many rows a season has") {
  CHECK(period_of(hour) == 24);
  CHECK(period_of(30 * minute) == 48);
  CHECK(period_of(minute) == 1440);
  CHECK(period_of(12 * hour) == 2);
  CHECK(period_of(day) == 7);
  CHECK(period_of(7 * day) == 52);
  CHECK(period_of(30 * day) == 12);
  CHECK(period_of(91 * day) == 4);
  CHECK(period_of(7 * hour) == 0);
  CHECK(period_of(365 * day) == 0);
  CHECK(period_of(1) == 0);  // too many rows a day
  CHECK(period_of(hour, 3) == 0);
  CHECK(period_of(hour, 4) == 24);
}

TEST_CASE("weeks without weekends have five rows") {
  Rhythm rhythm;
  for (int t = 0; t < 40; ++t) rhythm.tick((t / 5 * 7 + t % 5) * day);
  CHECK(rhythm.period() == 5);
}

TEST_CASE("gaps, repeated times and steps back do not change the season") {
  Rhythm rhythm;
  for (int t = 0; t < 200; ++t) {
    if (t % 20 == 3) continue;
    rhythm.tick(t * hour);
    if (t % 9 == 0) rhythm.tick(t * hour);
  }
  rhythm.tick(0);
  rhythm.tick(1000 * hour);
  CHECK(rhythm.period() == 24);
}

TEST_CASE("a season is found in labels with a trend and noise, and none where there is none") {
  std::mt19937_64 engine(7);
  std::vector<double> labels;
  std::vector<double> walk;
  double place = 0;
  for (int t = 0; t < 600; ++t) {
    labels.push_back(0.05 * t + 5 * std::sin(t * 6.283185307179586 / 24) + noise(engine));
    place = 0.5 * place + noise(engine);
    walk.push_back(place);
  }
  CHECK(season_of(labels, 0) == 24);
  CHECK(season_of(labels, 24) == 24);
  CHECK(season_of(walk, 0) == 0);
  CHECK(season_of(std::vector<double>(600, 3.0), 0) == 0);
  CHECK(season_of({}, 0) == 0);
}

TEST_CASE("a week is found beside the day where days differ, and nothing where they do not") {
  std::vector<double> days;
  std::vector<double> weeks;
  for (int t = 0; t < 1024; ++t) {
    const int hour = t % 24;
    const bool weekend = t / 24 % 7 >= 5;
    days.push_back(hour < 12 ? 1 : 0);
    weeks.push_back(weekend ? 0.3 : days.back());
  }
  CHECK(longer_season_of(days, 24, 0) == 0);
  CHECK(longer_season_of(weeks, 24, 0) == 168);
  CHECK(longer_season_of(weeks, 24, 336) == 336);
  CHECK(longer_season_of(weeks, 0, 0) == 0);
  CHECK(longer_season_of({}, 24, 0) == 0);
}

}  // namespace rhythm_test
