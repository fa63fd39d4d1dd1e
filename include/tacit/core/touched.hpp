// Touched notes which weights of a long vector may be other than 0, by chunks of eight that are found through blocks of chunks. A
// pass over the vector then costs what was touched, not its length.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "tacit/core/zero_pages.hpp"

namespace tacit {

class Touched {
 public:
  static constexpr std::size_t chunk = 8;    // weights
  static constexpr std::size_t block = 512;  // chunks

  std::size_t size() const { return size_; }

  void mark(std::size_t weight) {
    chunks_[weight / chunk] = 1;
    blocks_[weight / (chunk * block)] = 1;
  }

  // Makes room for more weights, both numbers being multiples of a block; what was marked stays so.
  void grow(std::size_t weights) {
    auto chunks = zero_array<std::uint8_t>(weights / chunk);
    auto blocks = zero_array<std::uint8_t>(weights / (chunk * block));
    for (std::size_t b = 0; b < size_ / (chunk * block); ++b) {
      if (blocks_[b] == 0) continue;
      blocks[b] = 1;
      std::copy_n(chunks_.get() + b * block, block, chunks.get() + b * block);
    }
    chunks_ = std::move(chunks);
    blocks_ = std::move(blocks);
    size_ = weights;
  }

  // Calls keep(first weight of the chunk) for each marked chunk, in order, and unmarks those for which it returns false.
  template <class Keep>
  void sweep(Keep keep) {
    visit(*this, [&](std::size_t c) {
      if (!keep(c * chunk)) chunks_[c] = 0;
    });
  }
  template <class Visitor>
  void for_each(Visitor visitor) const {
    visit(*this, [&](std::size_t c) { visitor(c * chunk); });
  }

 private:
  template <class Self, class Visitor>
  static void visit(Self& self, Visitor visitor) {
    for (std::size_t b = 0; b < self.size_ / (chunk * block); ++b) {
      if (self.blocks_[b] == 0) continue;
      for (std::size_t c = b * block; c < (b + 1) * block; ++c) {
        if (self.chunks_[c] != 0) visitor(c);
      }
    }
  }

  ZeroArray<std::uint8_t> chunks_;
  ZeroArray<std::uint8_t> blocks_;
  std::size_t size_ = 0;
};

}  // namespace tacit
