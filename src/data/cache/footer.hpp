// Turns the footer of a cache into bytes, and back.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "data/cache/format.hpp"
#include "data/cache/statistics.hpp"
#include "tacit/data/cache.hpp"

namespace tacit::cache {

// What a footer says besides blocks and statistics.
struct FooterFacts {
  const CacheSource& source;
  const HashedNames& hashed;
  std::span<const std::string> names;
  bool of_classes;  // the names are those of classes, not of features
  bool may_miss;
  std::span<const NumberEntry> numbers;
};

// The footer and the trailer, which stand at this offset of the file.
std::string encode_footer(std::uint64_t offset, std::span<const BlockEntry> blocks, const StatisticsGatherer& gathered,
                          const FooterFacts& facts);

struct Footer {
  std::uint64_t offset;
  std::span<const BlockEntry> blocks;  // this and the names lie in the file
  CacheStatistics statistics;
  CacheSource source;
  HashedNames hashed;
  std::span<const std::uint32_t> name_lengths;
  const char* names;
  bool of_classes;
  bool may_miss;
  std::span<const NumberEntry> numbers;  // in the order of rows

  // Says where block i begins and how many rows come before it. Behind the last block that is the end, and all rows.
  BlockEntry entry(std::size_t i) const {
    return i < blocks.size() ? blocks[i] : BlockEntry{offset, statistics.rows, statistics.nonzeros, 0};
  }
};

// Checks the header and the footer of a whole file, which is aligned in memory. `name` is the file's, for messages.
Footer decode_footer(std::string_view file, const std::string& name);

}  // namespace tacit::cache
