#include "tacit/eval/interval_tally.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "core/draws.hpp"

namespace interval_tally_test {

using namespace tacit;

namespace {

// Counts each stretch anew.
double worst_of(const std::vector<bool>& missed) {
  std::ptrdiff_t worst = 0;
  for (std::size_t from = 0; from + 1000 <= missed.size(); ++from) {
    const auto begin = missed.begin() + static_cast<std::ptrdiff_t>(from);
    worst = std::max(worst, std::count(begin, begin + 1000, true));
  }
  return 1 - static_cast<double>(worst) / 1000;
}

LearnerState saved(const IntervalTally& tally) {
  LearnerState state;
  tally.save(state, "t");
  return state;
}

IntervalTally after(std::size_t rounds, std::vector<bool>& missed) {
  Draws draws(3);
  IntervalTally tally;
  for (std::size_t t = 0; t < rounds; ++t) {
    missed.push_back(draws.one_in(t / 700 % 2 == 0 ? 10 : 4));
    tally.add({0, 1, 1}, missed.back() ? 1.5 : 0.5, missed.back(), 0.9);
  }
  return tally;
}

}  // namespace

TEST_CASE("the score is the width and twice the distance over the share left out") {
  IntervalTally tally;
  CHECK_FALSE(tally.coverage());
  CHECK_FALSE(tally.score());
  tally.add({10, 1, 2}, 11, false, 0.9);  // 3
  CHECK(tally.score() == 3);
  tally.add({10, 1, 2}, 14, true, 0.5);  // 3 + 4 * 2
  tally.add({10, 1, 2}, 8, true, 0.5);   // 3 + 4 * 1
  CHECK(*tally.score() == Approx(21.0 / 3));
  CHECK(*tally.width() == 3);
  CHECK(*tally.coverage() == Approx(1.0 / 3));
  CHECK_FALSE(tally.worst_coverage());
}

TEST_CASE("the worst stretch is found as it comes") {
  for (const std::size_t rounds : {std::size_t{999}, std::size_t{1000}, std::size_t{1001}, std::size_t{5000}}) {
    CAPTURE(rounds);
    std::vector<bool> missed;
    const IntervalTally tally = after(rounds, missed);
    CHECK(tally.worst_coverage().has_value() == (rounds >= 1000));
    if (rounds >= 1000) CHECK(*tally.worst_coverage() == Approx(worst_of(missed)).epsilon(1e-15));
    CHECK(tally.misses() == static_cast<std::uint64_t>(std::count(missed.begin(), missed.end(), true)));
  }
}

TEST_CASE("a tally goes on from what was saved") {
  std::vector<bool> missed;
  for (const std::size_t pause : {std::size_t{0}, std::size_t{700}, std::size_t{1500}}) {
    IntervalTally unbroken = after(pause, missed);
    IntervalTally other;
    other.restore(saved(unbroken), "t");
    for (int t = 0; t < 1300; ++t) {
      unbroken.add({0, 1, 1}, t % 7, t % 7 > 0, 0.9);
      other.add({0, 1, 1}, t % 7, t % 7 > 0, 0.9);
    }
    CHECK(saved(other) == saved(unbroken));
    CHECK(other.worst_coverage() == unbroken.worst_coverage());
  }
}

TEST_CASE("counts that no run could have had are refused") {
  std::vector<bool> missed;
  const auto refused = [&](std::size_t rounds, const std::string& part, const LearnerState::Value& value) {
    LearnerState state = saved(after(rounds, missed));
    *state.find("t/" + part) = value;
    IntervalTally tally;
    CHECK_THROWS_AS(tally.restore(state, "t"), std::invalid_argument);
  };
  refused(1500, "misses", 1e6);
  refused(1500, "misses", 1.5);
  refused(1500, "misses", -1.0);
  refused(1500, "worst", 1001.0);
  refused(1500, "worst", 0.0);
  refused(100, "worst", 1.0);
  refused(1500, "latest", std::vector<Index>(31, 0));
  refused(1500, "latest", std::vector<Index>(32, 0xffffffffU));
  refused(1500, "latest", std::vector<double>(32, 0));
  refused(1500, "width/sum", -1.0);
}

}  // namespace interval_tally_test
