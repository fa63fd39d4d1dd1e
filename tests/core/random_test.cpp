// Against whole-number and decimal arithmetic (golden/generate.py), and the averages that theory says.
#include "tacit/core/random.hpp"

#include <catch2/catch.hpp>

#include <numeric>
#include <vector>

#include "core/ulps.hpp"
#include "core/worst.hpp"
#include "golden/expected.hpp"

namespace random_test {

using namespace tacit;
using namespace tacit::golden;

namespace {

std::uint64_t whole(const std::string& text) { return std::stoull(text); }

}  // namespace

TEST_CASE("the raw generator gives its authors' numbers") {
  Random random(Random::State{1, 2, 3, 4});
  for (const std::uint64_t expected : {11520U, 0U, 1509978240U}) CHECK(random.bits() == expected);
  CHECK(random.bits() == 1215971899390074240U);
}

TEST_CASE("a seed fills the state as splitmix64 does") {
  CHECK(Random(1234567).state()[0] == 6457827717110365317U);
  for (const auto& line : lines("generate.txt", "state")) {
    for (std::size_t k = 0; k < 4; ++k) CHECK(Random(whole(line[0])).state()[k] == whole(line[k + 1]));
  }
}

TEST_CASE("raw bits, bounded numbers, uniform and normal ones are those of an independent derivation") {
  REQUIRE(lines("generate.txt", "below").size() == 15);
  for (const auto& line : lines("generate.txt", "bits")) {
    Random random(whole(line[0]));
    for (std::size_t k = 1; k < line.size(); ++k) CHECK(random.bits() == whole(line[k]));
  }
  for (const auto& line : lines("generate.txt", "below")) {
    Random random(whole(line[0]));
    for (std::size_t k = 2; k < line.size(); ++k) CHECK(random.below(whole(line[1])) == whole(line[k]));
  }
  for (const auto& line : lines("generate.txt", "uniform")) {
    Random random(whole(line[0]));
    for (std::size_t k = 1; k < line.size(); ++k) CHECK(random.uniform() == number(line[k]));
  }
  for (const auto& line : lines("generate.txt", "normal")) {
    Random random(whole(line[0]));
    for (std::size_t k = 1; k < line.size(); ++k) CHECK(random.normal() == Approx(number(line[k])).epsilon(1e-14).margin(1e-15));
  }
}

TEST_CASE("a generator goes on from its state alone") {
  Random random(5);
  random.normal();
  Random again(random.state());
  for (int k = 0; k < 10; ++k) CHECK(random.normal() == again.normal());
}

TEST_CASE("bounded numbers come up equally often, also where 2^64 is far from a multiple of the bound") {
  Random random(6);
  std::vector<int> seen(7);
  for (int k = 0; k < 70'000; ++k) ++seen[random.below(seen.size())];
  for (const int count : seen) CHECK(std::abs(count - 10'000) < 500);  // five standard deviations
  // Without rejection, multiples of 3 would come up twice as often as the other numbers below 3 * 2^62.
  const std::uint64_t bound = 3U * (std::uint64_t{1} << 62U);
  int multiples = 0;
  for (int k = 0; k < 30'000; ++k) multiples += random.below(bound) % 3 == 0 ? 1 : 0;
  CHECK(std::abs(multiples - 10'000) < 450);
  CHECK(random.below(1) == 0);
}

TEST_CASE("uniform and normal numbers have the moments they should have") {
  constexpr int draws = 200'000;
  Random random(7);
  double mean = 0;
  double moments[4] = {};
  for (int k = 0; k < draws; ++k) {
    const double u = random.uniform();
    if (u < 0 || u >= 1) FAIL(u << " is not in [0, 1)");
    mean += u / draws;
    const double z = random.normal();
    double power = 1;
    for (double& moment : moments) moment += (power *= z) / draws;
  }
  CHECK(mean == Approx(0.5).margin(0.004));
  CHECK(moments[0] == Approx(0).margin(0.012));
  CHECK(moments[1] == Approx(1).margin(0.016));
  CHECK(moments[2] == Approx(0).margin(0.045));
  CHECK(moments[3] == Approx(3).margin(0.12));
}

TEST_CASE("points of the circle are right to three units in the last place all the way around") {
  constexpr long double turn_in_radians = 6.283185307179586476925286766559L;
  Random random(8);
  Worst worst;
  for (int k = 0; k < 10'000; ++k) {
    const double turn = random.uniform();
    const auto [c, s] = circle_point(turn);
    // Near a zero the long double's own angle is not good enough: it is taken from the nearest quarter instead.
    const auto rest = static_cast<long double>(turn - 0.25 * std::nearbyint(4 * turn)) * turn_in_radians;
    const int quarter = static_cast<int>(std::nearbyint(4 * turn)) % 4;
    const long double cosines[] = {std::cos(rest), -std::sin(rest), -std::cos(rest), std::sin(rest)};
    worst.see(ulps(c, cosines[quarter]), 3, "turn", turn);
    worst.see(ulps(s, cosines[(quarter + 3) % 4]), 3, "turn", turn);
  }
  CHECK_WORST(worst);
  CHECK((circle_point(0).cosine == 1 && circle_point(0).sine == 0));
  CHECK((circle_point(0.25).cosine == 0 && circle_point(0.25).sine == 1));
  CHECK((circle_point(0.5).cosine == -1 && circle_point(0.5).sine == 0));
  CHECK((circle_point(-0.25).cosine == 0 && circle_point(-0.25).sine == -1));
  CHECK(circle_point(1000.125).cosine == Approx(std::sqrt(0.5)));
}

}  // namespace random_test
