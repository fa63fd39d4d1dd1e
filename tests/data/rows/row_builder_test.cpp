#include "tacit/data/row_builder.hpp"

#include <rapidcheck.h>

#include <catch2/catch.hpp>
#include <limits>
#include <map>

#include "data/blocks.hpp"

namespace row_builder_test {

using namespace tacit;

TEST_CASE("features in any order become a row in order") {
  RowBuilder builder;
  Dataset rows;
  builder.add(5, 2.0);
  builder.add(1, 3.0);
  builder.add(4294967295, -1.0);
  CHECK(builder.finish(7, 2, 12, true, rows));
  builder.clear();
  CHECK(builder.finish(-1, 1, 13, false, rows));
  CHECK(written(rows) == "12| 7 2 0:1 1:3 5:2 4294967295:-1\n13| -1 1\n");
}

TEST_CASE("features of one index are summed in the order in which they came") {
  RowBuilder builder;
  Dataset rows;
  for (const double value : {1e16, 1.0, -1e16}) builder.add(3, value);
  for (const double value : {1e16, -1e16, 1.0}) builder.add(2, value);
  CHECK(builder.finish(0, 1, 1, false, rows));
  CHECK(written(rows) == "1| 0 1 2:1\n");  // 1e16 + 1 is 1e16: the sum of feature 3 is 0
}

TEST_CASE("a sum that is not finite makes no row") {
  RowBuilder builder;
  Dataset rows;
  builder.add(1, 5.0);
  CHECK(builder.finish(1, 1, 1, true, rows));
  builder.add(2, std::numeric_limits<double>::max());
  builder.add(2, std::numeric_limits<double>::max());
  CHECK_FALSE(builder.finish(2, 1, 2, true, rows));
  CHECK(rows.nonzeros() == 2);
  builder.clear();
  builder.add(3, 6.0);
  CHECK(builder.finish(3, 1, 3, true, rows));
  CHECK(written(rows) == "1| 1 1 0:1 1:5\n3| 3 1 0:1 3:6\n");
}

TEST_CASE("any features become the row that a map of sums gives") {
  CHECK(rc::check([](const std::vector<std::pair<std::uint8_t, std::int8_t>>& features) {
    RowBuilder builder;
    Dataset rows;
    std::map<Index, double> sums;
    for (const auto& [index, value] : features) {
      builder.add(index + 1U, value);
      sums[index + 1U] += value;
    }
    std::erase_if(sums, [](const auto& sum) { return sum.second == 0; });
    RC_ASSERT(builder.finish(1, 1, 1, false, rows));
    const Row row = rows.row(0);
    RC_ASSERT(row.size == sums.size());
    std::size_t i = 0;
    for (const auto& [index, sum] : sums) {
      RC_ASSERT(row.index[i] == index && row.value[i] == sum);
      ++i;
    }
  }));
}

}  // namespace row_builder_test
