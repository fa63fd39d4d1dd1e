// From the name of a feature to its index: by hashing, or by an exact dictionary in the order of first appearance.
//
// Names are `feature`, `namespace^feature` or `column=value`. When hashing, a name that is a number from 1 to 2^32 - 1, written
// plainly, is its own index, so that numbered features are the same in every format; any other name gets
// 1 + (XXH3 of its bytes mod 2^bits). Two names on one index share a weight: a collision, which is counted.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "tacit/core/row.hpp"

namespace tacit {

// What is left of names once they are hashed.
struct HashedNames {
  unsigned bits = 0;          // 0: none was hashed, so that indices mean the same whatever the bits
  std::uint64_t indices = 0;  // given out
  std::uint64_t shared = 0;   // of these, by more than one name
};

class FeatureNames {
 public:
  static constexpr unsigned default_bits = 22;
  static constexpr unsigned most_bits = 31;

  // Hashing.
  explicit FeatureNames(unsigned bits = default_bits);
  // A dictionary that begins with these names, the first being feature 1. If closed, other names have no index.
  explicit FeatureNames(std::vector<std::string> dictionary, bool closed = false);

  std::optional<Index> index(std::string_view name);
  // A dictionary keeps only its first names: those of a row that turned out to be bad go again.
  void forget_behind(std::size_t names);
  // The row whose names were asked for is good.
  void keep_row() {
    unknown_ += unknown_at_hand_;
    unknown_at_hand_ = 0;
  }

  bool hashes() const { return bits_.has_value(); }
  // 0 for a dictionary.
  unsigned bits() const { return bits_.value_or(0); }
  const std::vector<std::string>& dictionary() const { return dictionary_; }
  // Indices given out.
  std::uint64_t size() const { return hashes() ? std::max(used_, known_.indices) : dictionary_.size(); }
  // How often a closed dictionary was asked for a name that it does not have; rows that turned out to be bad do not count.
  std::uint64_t unknown() const { return unknown_ + unknown_at_hand_; }
  // Indices on which more than one name has been seen.
  std::uint64_t collisions() const { return std::max(collisions_, known_.shared); }

  HashedNames hashed() const { return hashed_ ? HashedNames{bits(), size(), collisions()} : HashedNames{}; }
  // Of names that were hashed earlier, of which only the indices are here: those of a cache. Of several caches, which may have
  // names in common, the one with most counts.
  void know(const HashedNames& names);

 private:
  struct TransparentHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const;
  };

  struct Free {
    void operator()(std::uint32_t* memory) const { std::free(memory); }
  };

  void note_owner(Index index, std::uint64_t hash);

  // For each index, check bits of the first name on it; pages unused cost nothing.
  std::unique_ptr<std::uint32_t[], Free> owners_;
  std::vector<std::uint64_t> noted_;  // hashes whose owner is known: names that come often need no look at owners_
  std::optional<unsigned> bits_;
  HashedNames known_;
  bool hashed_ = false;
  std::uint64_t used_ = 0;
  std::uint64_t collisions_ = 0;
  std::vector<std::string> dictionary_;
  std::unordered_map<std::string, Index, TransparentHash, std::equal_to<>> places_;
  bool closed_ = false;
  std::uint64_t unknown_ = 0;
  std::uint64_t unknown_at_hand_ = 0;  // of the row of which it is not known yet whether it is good
};

}  // namespace tacit
