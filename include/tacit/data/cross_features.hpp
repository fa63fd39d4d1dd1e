// Indices and names of crosses: features that are products of others.
//
// They lie below the features that a run makes and above those that say what is missing, so that a learner can tell them apart.
// The index is made of those of the features. With hashed names it is a hash of these; with a dictionary each combination has an
// index of its own, from which its features can be read again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tacit/core/row.hpp"
#include "tacit/data/made_features.hpp"

namespace tacit {

inline constexpr Index first_cross = 0xC0000000U;
inline constexpr unsigned most_cross_bits = 29;
inline constexpr std::size_t most_crossed = 4;  // features in a cross

constexpr bool is_cross(Index index) { return index >= first_cross && index < first_made; }

// A hash of features, taken in one after the other.
struct CrossHash {
  std::uint64_t value = 0x9e3779b97f4a7c15U;

  constexpr CrossHash with(Index feature) const {
    std::uint64_t x = value + feature;
    x = (x ^ (x >> 32U)) * 0xd6e8feb86659fd93U;
    x = (x ^ (x >> 32U)) * 0xd6e8feb86659fd93U;
    return {x ^ (x >> 32U)};
  }
  constexpr Index index(unsigned bits) const {
    return first_cross + static_cast<Index>(value >> (64 - (bits < most_cross_bits ? bits : most_cross_bits)));
  }
  // with(feature).index(bits), without the last step of the hash, which leaves its first 32 bits as they are.
  constexpr Index index_with(Index feature, unsigned bits) const {
    std::uint64_t x = value + feature;
    x = (x ^ (x >> 32U)) * 0xd6e8feb86659fd93U;
    return CrossHash{(x ^ (x >> 32U)) * 0xd6e8feb86659fd93U}.index(bits);
  }
};
// Of features in increasing order, which may repeat.
Index hashed_cross(std::span<const Index> features, unsigned bits);
// Likewise; nothing if a feature is beyond most_in_dictionary(how many).
std::optional<Index> exact_cross(std::span<const Index> features);
// How many names a dictionary may have for so many of them to be crossed.
Index most_in_dictionary(std::size_t crossed);
// The features of an exact cross.
std::vector<Index> crossed_features(Index cross);

// The names of its features with a * between, where the dictionary has them; else empty.
std::string cross_name(Index index, std::span<const std::string> names);

// How many features of the row stand before crosses and those that the run has made.
constexpr std::size_t features_of_data(const Row& row) {
  std::size_t count = row.size;
  while (count > 0 && row.index[count - 1] >= first_cross) --count;
  return count;
}

}  // namespace tacit
