// FeatureNames turns the name of a feature into its index: by hashing, or by an exact dictionary in the order of first
// appearance.
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

// What is known about names once they are hashed.
struct HashedNames {
  unsigned bits = 0;          // 0 if no name was hashed: indices then mean the same whatever the bits
  std::uint64_t indices = 0;  // given out
  std::uint64_t shared = 0;   // those of more than one name
};

class FeatureNames {
 public:
  static constexpr unsigned default_bits = 22;
  static constexpr unsigned most_bits = 31;

  // Hashes names.
  explicit FeatureNames(unsigned bits = default_bits);
  // Looks names up in a dictionary that begins with these, the first being feature 1. In a closed one, other names have no index.
  explicit FeatureNames(std::vector<std::string> dictionary, bool closed = false);

  std::optional<Index> index(std::string_view name);
  // The index that the name has or, when hashing, would have; nothing is noted.
  std::optional<Index> find(std::string_view name) const;
  // Shortens the dictionary to its first names: a row that turned out to be bad leaves none.
  void forget_behind(std::size_t names);
  // Tells that the row whose names were asked for is good.
  void keep_row() {
    unknown_ += unknown_at_hand_;
    unknown_at_hand_ = 0;
  }

  bool hashes() const { return bits_.has_value(); }
  // 0 for a dictionary.
  unsigned bits() const { return bits_.value_or(0); }
  const std::vector<std::string>& dictionary() const { return dictionary_; }
  // How many indices were given out.
  std::uint64_t size() const { return hashes() ? std::max(used_, known_.indices) : dictionary_.size(); }
  // How often a closed dictionary was asked for a name that it does not have. Rows that turned out to be bad do not count.
  std::uint64_t unknown() const { return unknown_ + unknown_at_hand_; }
  // How many indices have more than one name.
  std::uint64_t collisions() const { return std::max(collisions_, known_.shared); }

  HashedNames hashed() const { return hashed_ ? HashedNames{bits(), size(), collisions()} : HashedNames{}; }
  // Counts names that were hashed earlier, when a cache was made. Several caches may share names, so only the one with the most
  // indices counts.
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

  // Holds check bits of the first name per index; pages that are not used cost nothing.
  std::unique_ptr<std::uint32_t[], Free> owners_;
  std::vector<std::uint64_t> noted_;  // hashes whose owner is known: frequent names need no look at owners_
  std::optional<unsigned> bits_;
  HashedNames known_;
  bool hashed_ = false;
  std::uint64_t used_ = 0;
  std::uint64_t collisions_ = 0;
  std::vector<std::string> dictionary_;
  std::unordered_map<std::string, Index, TransparentHash, std::equal_to<>> places_;
  bool closed_ = false;
  std::uint64_t unknown_ = 0;
  std::uint64_t unknown_at_hand_ = 0;  // in the row at hand, which may turn out to be bad
};

}  // namespace tacit
