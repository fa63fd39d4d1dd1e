// A state as a learner takes it over, whose large tables need not be in memory at once: their numbers come piece by piece, from
// wherever they are, straight into the learner.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string_view>
#include <utility>

#include "tacit/learners/state.hpp"

namespace tacit {

class StateSource {
 public:
  // Some features of a table, in its order, and their numbers, one feature behind the other.
  using Taker = std::function<void(std::span<const Index> features, std::span<const double> numbers)>;
  // Hands the table of this name on, piece by piece.
  using Reader = std::function<void(std::string_view name, const Taker& taker)>;

  // The state outlives the source. A table of it that has features but no numbers is left to the reader.
  explicit StateSource(const LearnerState& state, Reader reader = {}) : state_(&state), reader_(std::move(reader)) {}

  // All that is in memory: everything but the numbers of tables that are left to the reader.
  const LearnerState& parts() const { return *state_; }

  // The features of a table. Throws std::invalid_argument as LearnerState::by_feature does.
  const std::vector<Index>& features(std::string_view name, std::size_t width) const;
  // Hands the table on. The features have been asked for before, so that the table is known to be sound.
  void read(std::string_view name, const Taker& taker) const;

  // Whether nothing is left to the reader.
  bool is_whole() const;
  // The state with all its numbers.
  LearnerState whole() const;

 private:
  // The table if its numbers are left to the reader, else null.
  const FeatureNumbers* elsewhere(const LearnerState::Value* value) const;

  const LearnerState* state_;
  Reader reader_;
};

}  // namespace tacit
