// The footer of a cache as bytes, and back.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "data/cache/format.hpp"
#include "data/cache/statistics.hpp"
#include "tacit/data/cache.hpp"

namespace tacit::cache {

// Footer and trailer, to stand at this offset of the file.
std::string encode_footer(std::uint64_t offset, std::span<const BlockEntry> blocks, const StatisticsGatherer& gathered,
                          const CacheSource& source, const HashedNames& hashed, std::span<const std::string> names);

struct Footer {
  std::uint64_t offset;
  std::span<const BlockEntry> blocks;  // this and the names lie in the file
  CacheStatistics statistics;
  CacheSource source;
  HashedNames hashed;
  std::span<const std::uint32_t> name_lengths;
  const char* names;

  // Rows before block i, and where it begins; one beyond the last gives all rows and the end.
  BlockEntry entry(std::size_t i) const {
    return i < blocks.size() ? blocks[i] : BlockEntry{offset, statistics.rows, statistics.nonzeros, 0};
  }
};

// Checks header and footer of a whole file, aligned in memory; `name` is the file's, for messages.
Footer decode_footer(std::string_view file, const std::string& name);

}  // namespace tacit::cache
