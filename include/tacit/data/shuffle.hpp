// The order of rows that the setting `shuffle` gives for a seed.
//
// Fisher and Yates: from the last place down to the second, the row in place i changes places with the one in place
// Random(seed).below(i + 1). All orders are equally likely; a seed and a number of rows always give the same one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include "tacit/core/random.hpp"
#include "tacit/core/require.hpp"

namespace tacit {

// The row per round. Rows and rounds count from 0.
inline std::vector<std::uint32_t> shuffled_order(std::size_t rows, std::uint64_t seed) {
  require(rows <= std::numeric_limits<std::uint32_t>::max(), "at most 4294967295 rows can be shuffled");
  std::vector<std::uint32_t> order(rows);
  std::iota(order.begin(), order.end(), std::uint32_t{0});
  Random random(seed);
  for (std::size_t places = rows; places > 1; --places) std::swap(order[places - 1], order[random.below(places)]);
  return order;
}

}  // namespace tacit
