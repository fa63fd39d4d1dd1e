// CrossPatterns remembers which crosses rows of the same features have, so that only their products are left to make: most rows
// of a table have the features of an earlier one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tacit/core/row.hpp"

namespace tacit {

class CrossPatterns {
 public:
  struct Pattern {
    std::span<const Index> indices;         // of the crosses, in increasing order, none twice
    std::span<const std::uint32_t> places;  // where among these each product goes, in the order in which they are made

    bool known() const { return !places.empty(); }
    bool shared() const { return indices.size() < places.size(); }  // whether some products go to one place
  };

  // The pattern of these features if it is known. It holds until the next one is learned.
  Pattern find(std::span<const Index> features);
  // Whether the features that find() was asked for last, and did not know, have come so often that it pays to learn them.
  bool is_wanted() const { return asked_ != nullptr && asked_->products == 0 && asked_->seen >= often; }
  // Learns the pattern of these features, from the indices of its products as they are made; they are not known afterwards if
  // they would take too much memory.
  Pattern learn(std::span<const Index> features, std::span<const Index> products);
  void clear();

 private:
  static constexpr std::uint32_t often = 4;
  static constexpr unsigned slot_bits = 11;
  static constexpr std::size_t most_numbers = std::size_t{1} << 20U;

  // Features that have come; where they are known, their numbers are in numbers_: features, indices, places.
  struct Slot {
    std::uint64_t hash = 0;
    std::uint32_t seen = 0;
    std::uint32_t begin = 0;
    std::uint32_t features = 0;
    std::uint32_t indices = 0;
    std::uint32_t products = 0;
  };

  Slot* slot_of(std::uint64_t hash);
  Pattern pattern_of(const Slot& slot) const;

  std::vector<Slot> slots_;
  std::vector<std::uint32_t> numbers_;
  std::vector<std::uint64_t> sorted_;  // scratch
  Slot* asked_ = nullptr;
};

}  // namespace tacit
