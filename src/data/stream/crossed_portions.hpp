// CrossedPortions gives the rows of blocks the crosses of all their features, a few rows at a time. Crosses are many: those of a
// portion stay in the cache of a core until a learner takes them, those of a block would take fresh memory.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>

#include "tacit/data/cross_maker.hpp"
#include "tacit/data/example_stream.hpp"

namespace tacit {

class CrossedPortions {
 public:
  explicit CrossedPortions(std::shared_ptr<const Crosses> crosses) : crosses_(std::move(crosses)) {}

  // Whether nothing is left of the block, or none was given.
  bool done() const { return done_; }
  // The block, for the next one to be read into, once the last one is done.
  Block& block() { return block_; }
  // Takes what was read into block(). It may be empty; then it has one portion.
  void begin() { from_ = 0, done_ = false; }
  // The next rows of the block, with what it says of them. Portions have new rows in place of what they held.
  void next(Block& portion);

 private:
  static constexpr std::size_t features = std::size_t{1} << 15U;  // a portion, unless one row has more

  std::size_t end_of_portion() const;

  std::shared_ptr<const Crosses> crosses_;
  CrossMaker maker_;
  Block block_;
  std::size_t from_ = 0;  // row
  bool done_ = true;
};

}  // namespace tacit
