// Which of the rows that wait has its label next. Within an entity that is the first that came; of several entities it is the one
// whose row has the earliest instant, and of equal instants the one that came first.
//
// A row that waits has a slot, a small number for what others keep of it, from when it comes until it leaves. A row costs
// O(log entities).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace tacit {

class WaitingOrder {
 public:
  using Slot = std::uint32_t;
  static constexpr Slot none = std::numeric_limits<Slot>::max();

  std::size_t size() const { return rows_.size() - free_.size(); }
  bool empty() const { return heads_.empty(); }

  Slot push(std::uint32_t entity, std::int64_t instant) {
    const Slot slot = new_slot();
    rows_[slot] = {instant, arrivals_++, entity, none};
    if (entities_.size() <= entity) entities_.resize(entity + std::size_t{1});
    Queue& queue = entities_[entity];
    if (queue.first == none) {
      queue.first = slot;
      add_head(slot);
    } else {
      rows_[queue.last].behind = slot;
    }
    queue.last = slot;
    return slot;
  }

  // The next row's slot. Rows must wait.
  Slot next() const { return heads_.front(); }
  std::int64_t next_instant() const { return rows_[next()].instant; }

  // The next row leaves, and its slot becomes free.
  Slot pop() {
    const Slot slot = next();
    std::ranges::pop_heap(heads_, Later{rows_});
    heads_.pop_back();
    Queue& queue = entities_[rows_[slot].entity];
    queue.first = rows_[slot].behind;
    if (queue.first != none) add_head(queue.first);
    free_.push_back(slot);
    return slot;
  }

 private:
  struct Row {
    std::int64_t instant = 0;
    std::uint64_t arrival = 0;
    std::uint32_t entity = 0;
    Slot behind = none;  // of the same entity
  };
  struct Queue {
    Slot first = none;
    Slot last = none;
  };

  struct Later {
    const std::vector<Row>& rows;

    bool operator()(Slot a, Slot b) const {
      const Row& one = rows[a];
      const Row& other = rows[b];
      return one.instant != other.instant ? one.instant > other.instant : one.arrival > other.arrival;
    }
  };
  void add_head(Slot slot) {
    heads_.push_back(slot);
    std::ranges::push_heap(heads_, Later{rows_});
  }
  Slot new_slot() {
    if (free_.empty()) {
      rows_.emplace_back();
      return static_cast<Slot>(rows_.size() - 1);
    }
    const Slot slot = free_.back();
    free_.pop_back();
    return slot;
  }

  std::vector<Row> rows_;        // by slot
  std::vector<Slot> free_;       // slots
  std::vector<Queue> entities_;  // the rows of each
  std::vector<Slot> heads_;      // the first row of each entity that has some, as a heap
  std::uint64_t arrivals_ = 0;
};

}  // namespace tacit
