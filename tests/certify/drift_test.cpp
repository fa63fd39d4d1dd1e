#include "tacit/certify/drift.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <functional>

namespace drift_test {

using namespace tacit;

namespace {

// The first round that sets off the alarm; 0 if none of them does.
std::size_t first_alarm(DriftDetector detector, std::size_t rounds, const std::function<double(std::size_t)>& reading) {
  for (std::size_t t = 1; t <= rounds; ++t) {
    const double value = reading(t);
    if (detector.add(&value)) return t;
  }
  return 0;
}

double share_of_false_alarms(double rounds_per_false_alarm, std::size_t rounds, double (*draw)(Random&)) {
  constexpr int streams = 2000;
  int alarms = 0;
  for (int stream = 0; stream < streams; ++stream) {
    Random random(static_cast<std::uint64_t>(stream) + 100);
    if (first_alarm(DriftDetector(1, rounds_per_false_alarm), rounds, [&](std::size_t) { return draw(random); }) > 0) ++alarms;
  }
  return alarms / static_cast<double>(streams);
}

double normal(Random& random) { return random.normal(); }
double seldom(Random& random) { return random.uniform() < 0.1 ? 1.0 : 0.0; }
double heavy(Random& random) { return std::tan(3.14159265 * (random.uniform() - 0.5)); }
double constant(Random& /*random*/) { return 1; }

}  // namespace

TEST_CASE("false drift alarms within m rounds are no more frequent than m in N") {
  // 2,000 streams: what chance adds to a share of a tenth is below 0.03.
  for (const auto draw : {normal, seldom, heavy, constant}) {
    CHECK(share_of_false_alarms(5000, 500, draw) <= 0.1 + 0.03);
    CHECK(share_of_false_alarms(20000, 2000, draw) <= 0.1 + 0.03);
  }
  // Nor much rarer than they are known to be, in either direction: a level or a bet that were off would show.
  const double share = share_of_false_alarms(500, 500, normal);
  CHECK(share > 0.05);
  CHECK(share < 0.12);
}

TEST_CASE("readings that fall raise no drift alarm") {
  Random random(3);
  const auto falling = [&](std::size_t t) { return 10 / std::sqrt(static_cast<double>(t)) + 0.1 * random.normal(); };
  CHECK(first_alarm(DriftDetector(1, 1000), 20000, falling) == 0);
}

TEST_CASE("a jump of the readings is found within some ten rounds and a small one within hundreds") {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    Random random(seed);
    const auto jump = [&](double height) {
      return first_alarm(DriftDetector(1, 1e6), 40000, [&](std::size_t t) { return random.normal() + (t > 8000 ? height : 0); });
    };
    const auto large = jump(3);
    CHECK(large > 8000);
    CHECK(large <= 8000 + 40);
    const auto small = jump(0.5);
    CHECK(small > 8000);
    CHECK(small <= 8000 + 1000);
  }
}

TEST_CASE("a drift in the second of two readings is found as well") {
  DriftDetector detector(2, 1e6);
  Random random(5);
  std::size_t alarm = 0;
  for (std::size_t t = 1; t <= 6000 && alarm == 0; ++t) {
    const double readings[] = {random.normal(), random.normal() + (t > 4000 ? 2 : 0)};
    if (detector.add(readings)) alarm = t;
  }
  CHECK(alarm > 4000);
  CHECK(alarm < 4100);
}

TEST_CASE("after a drift alarm the new level is the one to compare with") {
  DriftDetector detector(1, 1e6);
  Random random(6);
  std::vector<std::size_t> alarms;
  for (std::size_t t = 1; t <= 30000; ++t) {
    const double reading = random.normal() + (t > 10000 ? 3 : 0) + (t > 20000 ? 3 : 0);
    if (detector.add(&reading)) alarms.push_back(t);
  }
  REQUIRE(alarms.size() == 2);
  CHECK((alarms[0] > 10000 && alarms[0] < 10100));
  CHECK((alarms[1] > 20000 && alarms[1] < 20100));
}

TEST_CASE("the drift detector finds a jump after its memory has begun anew") {
  // Blocks of 8: the memory of the shortest holds 32,768 rounds.
  Random random(8);
  const auto reading = [&](std::size_t t) { return random.normal() + (t > 34000 ? 3 : 0); };
  const auto alarm = first_alarm(DriftDetector(1, 1e6), 40000, reading);
  CHECK(alarm > 34000);
  CHECK(alarm < 34200);
}

TEST_CASE("evidence of drift is a share of the level and the alarm goes off at 1") {
  DriftDetector detector(1, 1000);
  for (int t = 1; t <= 4000; ++t) {
    const double reading = t > 2000 ? t : t % 7;
    const bool alarm = detector.add(&reading);
    CHECK(alarm == (t % 8 == 0 && detector.evidence() >= 1));
    if (alarm) break;
    REQUIRE(detector.evidence() < 1);
  }
  CHECK(detector.evidence() >= 1);
}

TEST_CASE("a rate of false alarms that is none is refused") {
  CHECK_THROWS_AS(DriftDetector(1, 0.5), std::invalid_argument);
  CHECK_THROWS_AS(DriftDetector(1, NAN), std::invalid_argument);
}

}  // namespace drift_test
