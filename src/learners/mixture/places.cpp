// Compiled once for all instruction sets.
#include "learners/mixture/places.hpp"

#include <algorithm>
#include <bit>

namespace tacit {

Places::Place Places::give(Index index) {
  if (const Place known = find(index); known != none) return known;
  if (index < most_direct) {
    if (index >= direct_.size()) direct_.resize(std::bit_ceil(std::max<std::size_t>(index + 1, 64)), none);
    return direct_[index] = size_++;
  }
  if (2 * (spread_ + 1) > slots_.size()) grow();
  ++spread_;
  slots_[slot_of(index)] = {index, size_};
  return size_++;
}

void Places::grow() {
  std::vector<Slot> before(std::max<std::size_t>(2 * slots_.size(), 64));
  before.swap(slots_);
  shift_ = 64U - static_cast<unsigned>(std::bit_width(slots_.size() - 1));
  for (const Slot& slot : before) {
    if (slot.place != none) slots_[slot_of(slot.index)] = slot;
  }
}

}  // namespace tacit
