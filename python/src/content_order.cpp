#include "content_order.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <cstring>
#include <numeric>
#include <tuple>

namespace tacit::python {

namespace {

// A hash of 128 bits stands for an example: no two that differ will ever be taken for one.
struct Place {
  std::uint64_t high;
  std::uint64_t low;
  double weight;
  std::size_t row;

  bool same_content(const Place& other) const { return high == other.high && low == other.low; }
};

Place place(Row row, double label, double weight, std::size_t number, std::uint64_t seed) {
  const XXH128_hash_t of_values = XXH3_128bits_withSeed(row.value, row.size * sizeof(double), seed);
  const XXH128_hash_t of_indices = XXH3_128bits_withSeed(row.index, row.size * sizeof(Index), seed);
  const double plain = label + 0.0;  // -0 is 0
  std::uint64_t all[5] = {of_values.high64, of_values.low64, of_indices.high64, of_indices.low64, 0};
  static_assert(sizeof plain == sizeof all[4]);
  std::memcpy(&all[4], &plain, sizeof plain);
  const XXH128_hash_t hash = XXH3_128bits_withSeed(all, sizeof all, seed);
  return {hash.high64, hash.low64, weight, number};
}

}  // namespace

ContentOrder content_order(const RowSource& source, std::span<const double> labels,
                           std::optional<std::span<const double>> weights, std::uint64_t seed) {
  std::vector<std::size_t> all(source.rows());
  std::iota(all.begin(), all.end(), std::size_t{0});
  std::vector<Place> places;
  places.reserve(all.size());
  Dataset block;
  for (std::size_t first = 0; first < all.size();) {
    block.clear();
    const std::size_t taken = source.append({std::span(all).subspan(first)}, false, block);
    for (std::size_t i = 0; i < taken; ++i) {
      const std::size_t row = first + i;
      const double weight = weights ? (*weights)[row] : 1.0;
      if (weight > 0) places.push_back(place(block.row(i), labels[row], weight, row, seed));
    }
    first += taken;
  }
  // Sorts by weight too, so that sums of weights do not depend on the order in which they came.
  std::ranges::sort(places, {}, [](const Place& p) { return std::tuple(p.high, p.low, p.weight, p.row); });
  ContentOrder order;
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (i > 0 && places[i].same_content(places[i - 1])) {
      order.weights.back() += places[i].weight;
    } else {
      order.rows.push_back(places[i].row);
      order.weights.push_back(places[i].weight);
    }
  }
  return order;
}

}  // namespace tacit::python
