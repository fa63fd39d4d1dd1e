// Places numbers the features in the order in which they are first seen, so that what is kept per feature lies together however
// far apart the indices are.
//
// Small indices are looked up in an array, others in a table with open addressing that is at most half full.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tacit/core/row.hpp"

namespace tacit {

class Places {
 public:
  using Place = std::uint32_t;
  static constexpr Place none = ~Place{0};

  Place size() const { return size_; }

  // `none` if the feature has not been seen.
  [[gnu::always_inline]] Place find(Index index) const {
    if (index < direct_.size()) return direct_[index];
    return index < most_direct || slots_.empty() ? none : slots_[slot_of(index)].place;
  }
  // The feature's place; a new one is the next.
  Place give(Index index);

  std::size_t bytes() const { return direct_.size() * sizeof(Place) + slots_.size() * sizeof(Slot); }

 private:
  static constexpr Index most_direct = 1U << 16U;

  struct Slot {
    Index index = 0;
    Place place = none;
  };

  // The slot in which the feature is, or would be.
  std::size_t slot_of(Index index) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = (std::uint64_t{index} * 0x9E3779B97F4A7C15U) >> shift_;
    while (slots_[at].place != none && slots_[at].index != index) at = (at + 1) & mask;
    return at;
  }
  void grow();

  std::vector<Place> direct_;
  std::vector<Slot> slots_;
  unsigned shift_ = 64;
  std::size_t spread_ = 0;  // features in slots
  Place size_ = 0;
};

}  // namespace tacit
