// Rows that wait for their labels, as parts of a model's memory.
#pragma once

#include <cstddef>
#include <functional>
#include <span>

#include "run/making/memory_parts.hpp"
#include "run/making/pending.hpp"

namespace tacit {

// What rows that wait may be.
struct PendingRoom {
  Waiting waiting;
  std::size_t entities;
  std::size_t dimension;
  std::size_t hints;
  bool intervals;
  const std::function<bool(std::span<const double> numbers)>& can_have_said;  // of the learner; null: it says nothing
};

void save_pending(const Pending& pending, bool intervals, memory_parts::Writer& memory);
// Throws std::invalid_argument for rows that no run leaves behind. Rows of models that were written before learners said anything
// are without it.
Pending pending_from(const LearnerState& memory, const PendingRoom& room);

}  // namespace tacit
