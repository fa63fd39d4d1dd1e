#include "tacit/eval/tally.hpp"

#include <catch2/catch.hpp>
#include <vector>

namespace tally_test {

using namespace tacit;

TEST_CASE("a precise sum does not lose small terms beside large ones") {
  PreciseSum sum;
  sum.add(1e16);
  for (int i = 0; i < 1000; ++i) sum.add(0.125);
  sum.add(-1e16);
  CHECK(sum.value() == 125);
}

TEST_CASE("a tally counts examples, features, nonzeros without the bias, mistakes and weighted loss") {
  const std::vector<Index> index{0, 3, 9};
  const std::vector<double> value{1, 2, 2};
  Tally tally;
  Round round;
  round.prediction = 0;
  round.loss_before = 2;
  tally.add(round, {{index, value}, +1, 2}, Task::two_classes);
  round.prediction = -3;
  round.loss_before = 4;
  tally.add(round, {{std::span(index).subspan(1, 1), std::span(value).subspan(1, 1)}, -1, 1}, Task::two_classes);
  CHECK(tally.examples == 2);
  CHECK(tally.features == 9);
  CHECK(tally.nonzeros == 3);
  CHECK(tally.mistakes == 1);  // a prediction of 0 counts as wrong
  CHECK(tally.cumulative_loss() == 6);
  CHECK(tally.average_loss() == 2);  // an example of weight 2 counts twice
}

TEST_CASE("a tally puts in the least values that rounds leave out, and compares without them") {
  Tally tally;
  Round round;
  round.loss_before = 3;
  round.least = -10;
  tally.add(round, {{}, 5, 2}, Task::counts);
  round.loss_before = 1;
  round.least = 2;
  tally.add(round, {{}, 5, 2}, Task::counts);
  CHECK(tally.cumulative_loss() == -4);
  CHECK(tally.average_loss() == -1);
  CHECK(tally.average_excess() == 1);
  CHECK(tally.average_least() == -2);
  CHECK(tally.fits(8));
  CHECK_FALSE(tally.fits(7));
  tally.knows_least = false;
  tally.add(round, {{}, 5, 2}, Task::counts);
  CHECK(tally.cumulative_loss() == -3);
}

}  // namespace tally_test
