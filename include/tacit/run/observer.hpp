// An observer watches a run over files. It sees every round, in order, after the tally has added it. Derive from NoObserver and
// define what you need under the same name; calls are bound when compiled, and what is left out costs nothing.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <string>

#include "tacit/core/round.hpp"
#include "tacit/data/example_stream.hpp"
#include "tacit/eval/tally.hpp"

namespace tacit {

class Session;

// A row of the block at hand; where() says file and line, for messages.
struct RowOfBlock {
  const ExampleStream& stream;
  const Block& block;
  std::size_t i;

  Example example() const { return block.rows[i]; }
  std::string where() const { return stream.where(block, i); }
};

// Rows of a block, in the order of the input, with the bad rows that were left out among them.
struct RowsOfBlock {
  const Block& block;
  std::size_t from;
  std::size_t to;
  std::size_t gap_from;  // of the block's gaps
  std::size_t gap_to;
};

struct NoObserver {
  void block_begins(const Block&) {}
  void round(const RowOfBlock&, const Round&, const Tally&) {}
  // Called after every few hundred rounds, at least once per block and wherever learning pauses. The session is as if the rows
  // had been all: its model can be taken.
  void rows_end(const Session&, const RowsOfBlock&, std::span<const Round>) {}
  // Called for rows of the block that an unfinished run, which goes on, has learned from before.
  void rows_skipped(const RowsOfBlock&) {}

  // Called once the files have ended, before what they taught is kept: what it throws leaves the session as it was.
  void files_end() {}

  // Learning pauses once so many examples have been learned from in all, if it reaches them.
  std::uint64_t next_pause(std::uint64_t /*examples*/) const { return std::numeric_limits<std::uint64_t>::max(); }

  // Asked every few hundred rounds, and whenever idle() returns: whether the run ends before its files do.
  bool stops() const { return false; }

  // While no rows come, idle() is called at this time. At time_point::max(), the run waits for rows alone.
  static constexpr auto never = std::chrono::steady_clock::time_point::max();
  std::chrono::steady_clock::time_point wakes_at() const { return never; }
  void idle(const Session&) {}

  // Of passes after the first, these and stops() are all that is asked and told.
  void later_rows_end(const Session&, const RowsOfBlock&) {}
  std::uint64_t later_pause(std::uint64_t /*examples*/) const { return std::numeric_limits<std::uint64_t>::max(); }
};

// An observer in later passes; it outlives this.
class LaterPasses : public NoObserver {
 public:
  template <class Observer>
  explicit LaterPasses(Observer& told)
      : stops_([&told] { return told.stops(); }),
        pause_([&told](std::uint64_t examples) { return told.later_pause(examples); }),
        rows_end_([&told](const Session& session, const RowsOfBlock& rows) { told.later_rows_end(session, rows); }) {}

  bool stops() const { return stops_(); }
  std::uint64_t next_pause(std::uint64_t examples) const { return pause_(examples); }
  void rows_end(const Session& session, const RowsOfBlock& rows, std::span<const Round>) { rows_end_(session, rows); }

 private:
  std::function<bool()> stops_;
  std::function<std::uint64_t(std::uint64_t)> pause_;
  std::function<void(const Session&, const RowsOfBlock&)> rows_end_;
};

}  // namespace tacit
