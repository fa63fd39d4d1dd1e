// An observer watches a run over files. It sees every round, in order, after the tally has added it. Derive from NoObserver and
// override what you need; calls are bound when compiled, and what is not overridden costs nothing.
#pragma once

#include <cstdint>
#include <limits>
#include <span>

#include "tacit/core/round.hpp"
#include "tacit/data/example_stream.hpp"
#include "tacit/eval/tally.hpp"
#include "tacit/learners/any_learner.hpp"

namespace tacit {

// A row of the block at hand; where() says file and line, for messages.
struct RowOfBlock {
  const ExampleStream& stream;
  const Block& block;
  std::size_t i;

  Example example() const { return block.rows[i]; }
  std::string where() const { return stream.where(block, i); }
};

struct NoObserver {
  void block_begins(const Block&) {}
  void round(const RowOfBlock&, const Round&, const Tally&) {}
  void block_ends(const Block&, std::span<const Round>, const Tally&) {}

  // Called once the files have ended, before what they taught is kept: what it throws leaves the session as it was.
  void files_end() {}

  // Learning pauses once so many examples have been learned from in all, if it reaches them, for a look at the learner itself.
  std::uint64_t next_pause(std::uint64_t /*examples*/) const { return std::numeric_limits<std::uint64_t>::max(); }
  void pause(std::uint64_t /*examples*/, const AnyLearner&) {}
};

}  // namespace tacit
