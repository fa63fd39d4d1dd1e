// Turns a block of rows into bytes, and back.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tacit/core/row.hpp"
#include "tacit/data/dataset.hpp"

namespace tacit::cache {

class BlockEncoder {
 public:
  // Takes rows without bias. The bytes end aligned and stay until the next block.
  std::string_view encode(const Dataset& rows);

 private:
  void gather(const Dataset& rows);

  std::vector<std::uint32_t> lengths_;
  std::vector<std::uint64_t> steps_;
  std::vector<double> labels_;
  std::vector<double> weights_;
  std::vector<std::uint32_t> deltas_;
  std::vector<double> values_;
  std::string bytes_;
};

// What the footer says about a block.
struct BlockShape {
  std::size_t rows;
  std::size_t nonzeros;
  Index largest_index;  // in the whole file
};

// Appends the rows, each with a bias at its beginning if asked for. If something is wrong with the block, it appends nothing and
// says what. The bytes are aligned, and at least `decoder_reads_ahead` bytes follow that may be read.
std::string_view decode_block(std::string_view bytes, const BlockShape& shape, bool bias, Dataset& rows);

constexpr std::size_t decoder_reads_ahead = 32;

}  // namespace tacit::cache
