#include "tacit/data/scaling.hpp"

#include <rapidcheck.h>

#include <catch2/catch.hpp>
#include <map>

#include "data/blocks.hpp"

namespace scaling_test {

using namespace tacit;

namespace {

Dataset some_rows() {
  Dataset rows;
  rows.begin_row(1);
  rows.push(0, 1.0);
  rows.push(1, -4.0);
  rows.push(3, 0.5);
  rows.begin_row(-1);
  rows.push(0, 1.0);
  rows.push(1, 2.0);
  rows.push(4000000000, 8.0);
  rows.begin_row(1);
  rows.push(0, 1.0);
  rows.push(1, 5.0);
  rows.push(3, 2.0);
  return rows;
}

using Pairs = LargestValues::Pairs;

}  // namespace

TEST_CASE("max-abs divides by the largest absolute value of each feature but the bias") {
  Dataset rows = some_rows();
  LargestValues largest;
  largest.observe(rows);
  largest.divide(rows);
  CHECK(written(rows) ==
        "0| 1 1 0:1 1:-0.80000000000000004 3:0.25\n0| -1 1 0:1 1:0.40000000000000002 4000000000:1\n0| 1 1 0:1 1:1 3:1\n");
  CHECK(largest.pairs() == Pairs{{1, 5}, {3, 2}, {4000000000, 8}});
}

TEST_CASE("features that were not observed stay as they are") {
  Dataset rows = some_rows();
  const LargestValues largest(Pairs{{1, 2}});
  largest.divide(rows);
  CHECK(written(rows) == "0| 1 1 0:1 1:-2 3:0.5\n0| -1 1 0:1 1:1 4000000000:8\n0| 1 1 0:1 1:2.5 3:2\n");
}

TEST_CASE("online scaling divides by the largest so far and says how it grew") {
  Dataset rows = some_rows();
  LargestValues largest(Pairs{{3, 0.25}});
  std::vector<Growth> growths;
  std::vector<NewLargest> found;
  largest.divide_online(rows, growths, found);
  CHECK(written(rows) == "0| 1 1 0:1 1:-1 3:1\n0| -1 1 0:1 1:0.5 4000000000:1\n0| 1 1 0:1 1:1 3:1\n");
  REQUIRE(growths.size() == 3);  // a first value is no growth
  CHECK((growths[0].row == 0 && growths[0].index == 3 && growths[0].factor == 2));
  CHECK((growths[1].row == 2 && growths[1].index == 1 && growths[1].factor == 1.25));
  CHECK((growths[2].row == 2 && growths[2].index == 3 && growths[2].factor == 4));
  CHECK(largest.pairs() == Pairs{{1, 5}, {3, 2}, {4000000000, 8}});
}

TEST_CASE("any rows are scaled as a map of maxima does it") {
  CHECK(rc::check([](const std::vector<std::map<std::uint8_t, std::int8_t>>& features) {
    Dataset rows;
    for (const auto& row : features) {
      rows.begin_row(1);
      for (const auto& [index, value] : row) {
        if (value != 0) rows.push(index, index == 0 ? 1.0 : value);
      }
    }
    Dataset scaled = rows;
    LargestValues largest;
    std::vector<Growth> growths;
    std::vector<NewLargest> found;
    largest.divide_online(scaled, growths, found);
    std::map<Index, double> so_far;
    std::size_t grown = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      for (std::size_t k = 0; k < rows.row(i).size; ++k) {
        const Index index = rows.row(i).index[k];
        const double value = rows.row(i).value[k];
        if (index == 0) {
          RC_ASSERT(scaled.row(i).value[k] == 1);
          continue;
        }
        double& most = so_far[index];
        if (most > 0 && std::abs(value) > most) {
          RC_ASSERT(growths[grown].row == i && growths[grown].index == index && growths[grown].factor == std::abs(value) / most);
          ++grown;
        }
        most = std::max(most, std::abs(value));
        RC_ASSERT(scaled.row(i).value[k] == value / most);
      }
    }
    RC_ASSERT(grown == growths.size());
    RC_ASSERT((largest.pairs() == Pairs(so_far.begin(), so_far.end())));
  }));
}

TEST_CASE("a growth larger than any double is told in finite factors") {
  for (const auto& [before, now] : {std::pair{1e-300, 1e300}, {5e-324, 1.7e308}, {1.0, 0x1p256}, {1.0, 0x1p300}}) {
    Dataset rows;
    rows.begin_row(1);
    rows.push(7, before);
    rows.begin_row(1);
    rows.push(7, -now);
    LargestValues largest;
    std::vector<Growth> growths;
    std::vector<NewLargest> found;
    largest.divide_online(rows, growths, found);
    double reached = before;
    for (const Growth& growth : growths) {
      CHECK((growth.row == 1 && growth.index == 7 && growth.factor > 1 && growth.factor <= Growth::largest_factor));
      reached *= growth.factor;
    }
    CHECK(reached == Approx(now));
    CHECK(rows.row(1).value[0] == -1);
  }
}

}  // namespace scaling_test
