// Predictions at the ends of their range: what hinge makes of them, and what must not be learned from rounding there.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "core/draws.hpp"
#include "learners/mixture/kernel.hpp"
#include "learners/mixture/streams.hpp"

namespace range_ends_test {

using namespace tacit;

namespace {

using Hinges = Mixture<Hinge, BaselineExperts>;

// Two features, and a label that is the sign of their sum, but for one in twenty if it is noisy.
Dataset two_classes(std::uint64_t seed, std::size_t count, bool noisy) {
  Draws draws(seed);
  Dataset rows;
  for (std::size_t i = 0; i < count; ++i) {
    const double a = draws.between(-1, 1);
    const double b = draws.between(-1, 1);
    const double wrong = noisy && draws.one_in(20) ? -1 : 1;
    rows.begin_row((a + b > 0 ? 1 : -1) * wrong);
    rows.push(0, 1);
    rows.push(1, a);
    rows.push(2, b);
  }
  return rows;
}

struct Ranked {
  double score;
  double mixed;
  double prediction;
};

// What a mixture says of rows, in the order of the scores that its last stage makes.
std::vector<Ranked> ranked(const Hinges& mixture, const Dataset& rows) {
  std::vector<Ranked> all;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto said = mixture.serve(rows.row(i), {});
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    const Given given{said.lasting, said.recent, none, none, said.geometries};
    all.push_back({mixture.last().make(given, said.scale, said.range).score, said.mixed, said.prediction});
  }
  std::ranges::sort(all, {}, &Ranked::score);
  return all;
}

}  // namespace

TEST_CASE("predictions of hinge at either end keep the order of the scores", "[mixture]") {
  for (const bool noisy : {false, true}) {
    CAPTURE(noisy);
    Hinges mixture(Hinge{}, true);
    const Dataset rows = two_classes(5, 3000, noisy);
    for (std::size_t i = 0; i < rows.size(); ++i) mixture.learn(rows.row(i), rows.label(i), 1, {});
    const auto all = ranked(mixture, two_classes(6, 400, false));
    std::vector<Ranked> low;
    std::vector<Ranked> high;
    for (const Ranked& one : all) {
      REQUIRE(std::abs(one.prediction) <= 1);
      CHECK(one.prediction == Approx(std::abs(one.mixed) > 0.98 ? std::copysign(1, one.mixed) : one.mixed).margin(0.01));
      if (one.mixed < -0.98) low.push_back(one);
      if (one.mixed > 0.98) high.push_back(one);
    }
    for (const auto& end : {low, high}) {
      REQUIRE(end.size() > 50);
      std::size_t apart = 0;
      for (std::size_t i = 1; i < end.size(); ++i) {
        CHECK(end[i].prediction >= end[i - 1].prediction);
        if (end[i].prediction > end[i - 1].prediction) ++apart;
      }
      CHECK(apart > end.size() / 2);
    }
  }
}

TEST_CASE("a mean of predictions that are all at an end is the end", "[mixture]") {
  const Range range{-1, 3};
  CHECK(range.settle(3 * (1 - 1e-15)) == 3);
  CHECK(range.settle(3 * (1 + 1e-15)) == 3);
  CHECK(range.settle(-1 + 1e-15) == -1);
  CHECK(range.settle(-1 - 1e-15) == -1);
  CHECK(range.settle(3 - 1e-12) == 3 - 1e-12);
  CHECK(range.settle(0) == 0);
  CHECK(Range{0, 1}.settle(1e-300) == 1e-300);
  CHECK(Range{0.1, 0.1}.settle(std::nextafter(0.1, 0)) == 0.1);
  const double most = std::numeric_limits<double>::max();
  CHECK(Range{-most, most}.settle(7) == 7);
}

TEST_CASE("a loss with a kink at the end of the range takes no slope from rounding", "[mixture]") {
  // Once classes are parted, predictions are at the ends and right: hinge has no slope there, so nothing is learned.
  Hinges mixture(Hinge{}, true);
  const Dataset rows = two_classes(8, 4000, false);
  int at_end = 0;
  int with_slope = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto said = mixture.serve(rows.row(i), {});
    bool sure = true;
    for (std::size_t k = 0; k < said.outputs.count; ++k) sure = sure && said.outputs[k] == rows.label(i);
    const Round round = mixture.learn(rows.row(i), rows.label(i), 1, {});
    if (!sure) continue;
    ++at_end;
    if (round.squared_gradient != 0) ++with_slope;
  }
  CHECK(at_end > 500);
  CHECK(with_slope == 0);
}

TEST_CASE("mixers learn nothing from the second label, before which all predict the first", "[mixture]") {
  for (const double first : {0.1, -1.9, 1e-7, 3e200}) {
    CAPTURE(first);
    Mixture<Absolute, BaselineExperts> mixture(Absolute{}, true);
    const Dataset row = [&] {
      Dataset rows;
      rows.begin_row(first);
      rows.push(0, 1);
      rows.push(1, 0.5);
      return rows;
    }();
    mixture.learn(row.row(0), first, 1, {});
    const Round second = mixture.learn(row.row(0), 2 * first, 1, {});
    CHECK(second.prediction == first);
    const auto shares = mixture.shares(team_place::all);
    for (std::size_t k = 1; k < shares.count; ++k) CHECK(shares[k] == shares[0]);
  }
}

}  // namespace range_ends_test
