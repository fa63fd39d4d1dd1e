// Intervals of late labels against a naive twin, and missing numbers of rows that have a time and a group.
#include <fmt/format.h>
#include <catch2/catch.hpp>

#include <deque>

#include "scratch.hpp"
#include "tacit/data/made_features.hpp"
#include "tacit/run/intervals.hpp"
#include "tacit/run/session.hpp"

namespace late_intervals_test {

using namespace tacit;

TEST_CASE("an interval is the one of its prediction, and learned from once its label is known") {
  constexpr std::size_t horizon = 4;
  Session session({{"loss", "absolute"}, {"interval", "0.7"}, {"horizon", "4"}});
  Intervals twin(session.configuration());
  struct Waiting {
    Dataset row;
    Interval made;
  };
  std::deque<Waiting> waiting;
  for (int t = 0; t < 200; ++t) {
    const double a = 0.1 * (t % 9) - 0.35;
    const double label = (t * 5) % 7 + 3 * a;
    Dataset row;
    row.begin_row(label);
    row.push(0, 1);
    row.push(1, a);
    const std::vector<std::size_t> starts{0, 1};
    const Index index = 1;
    double prediction = 0;
    session.learn({1, starts.data(), &index, &a, &label, nullptr},
                  [&](std::size_t, const Round& round) { prediction = round.prediction; });
    const Interval made = twin.promise(row, 0, prediction, waiting.size());
    REQUIRE(session.intervals()->made()[0].low() == made.low());
    REQUIRE(session.intervals()->made()[0].high() == made.high());
    waiting.push_back({row, made});
    if (waiting.size() <= horizon) continue;
    REQUIRE(twin.observe(waiting.front().row, 0, waiting.front().made));
    waiting.pop_front();
  }
  LearnerState own;
  LearnerState expected;
  session.intervals()->save(own);
  twin.save(expected);
  CHECK(own == expected);
}

TEST_CASE("rows that lack a number keep their time and their group, learned from and predicted") {
  const Scratch scratch;
  std::string text = "when,shop,y,a\n";
  for (int t = 0; t < 60; ++t)
    text += fmt::format("2024-01-01T{:02}:00,s{},{},{}\n", t / 3, t % 3, t % 7, t % 4 == 0 ? "" : std::to_string(t % 5));
  const Settings columns{{"label-column", "y"}, {"time", "when"}, {"group", "shop"}};
  for (const char* missing : {"mean", "zero"}) {
    Session session({{"loss", "absolute"}, {"lags", "1"}, {"missing", missing}});
    CHECK(session.learn_files({scratch.write("holes.csv", text)}, columns) == 60);
    const SparseWeights weights = session.weights();
    const auto has = [&](Index index) {
      return std::ranges::any_of(weights, [&](const auto& weight) { return weight.first == index; });
    };
    CHECK(has(first_lag + 1));
    CHECK(has(first_hour + 5));
    CHECK(session.tally().features < first_made);
  }
}

}  // namespace late_intervals_test
