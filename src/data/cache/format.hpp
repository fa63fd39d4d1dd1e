// The parts of a cache file, little-endian: header, blocks of rows, footer, trailer. docs/formats.md describes them.
#pragma once

#include <fmt/format.h>

#include <array>
#include <bit>
#include <cstdint>
#include <string>
#include <string_view>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "data/cache/numbers.hpp"
#include "tacit/data/cache.hpp"

namespace tacit::cache {

static_assert(std::endian::native == std::endian::little, "caches are written in the byte order of the machine");

constexpr std::array<char, 8> magic{'\x89', 'c', 'a', 'c', 'h', 'e', '\n', '\x1a'};
constexpr std::array<char, 8> end_magic{'\x1a', '\n', 'e', 'h', 'c', 'a', 'c', '\x89'};
constexpr std::uint32_t format_version = 4;

// No block holds more than this, but a longer row is a block of its own.
constexpr std::size_t most_rows = 1U << 16U;
constexpr std::size_t most_nonzeros = 1U << 16U;

// Every part, and every array within one, begins at a multiple of this.
constexpr std::size_t alignment = 8;

struct Header {
  std::array<char, 8> magic;
  std::uint32_t version;
  std::uint32_t zero;
  std::uint64_t checksum;  // of the header up to here
};
static_assert(sizeof(Header) == 24);

// Behind it: lengths, lines, labels, weights, deltas, values.
struct BlockHead {
  std::uint64_t first_line;
  std::uint8_t length_bytes;  // 0 if all rows are equally long
  std::uint8_t line_bytes;    // of the step from the line of the row before; 0 if all steps are line_step
  std::uint8_t line_step;
  std::uint8_t delta_bytes;  // of index - index before - 1; 0 if all are 0
  NumberCode labels;
  NumberCode weights;
  NumberCode values;
  std::array<std::uint8_t, 6> zero;
};
static_assert(sizeof(BlockHead) == 24);

// The footer has one per block. The next entry tells where the block ends and what it holds.
struct BlockEntry {
  std::uint64_t offset;
  std::uint64_t first_row;
  std::uint64_t first_nonzero;
  std::uint64_t checksum;  // of the whole block
};
static_assert(sizeof(BlockEntry) == 32);

// Behind it: block entries, labels, indices of maxima, maxima, lengths of names, names, path, settings, columns, names of
// columns, numbers.
struct FooterHead {
  std::uint64_t rows;
  std::uint64_t nonzeros;
  std::uint64_t blocks;
  std::uint64_t largest_index;
  double label_minimum;
  double label_maximum;
  double label_mean;
  std::uint64_t distinct_labels;
  double total_weight;
  std::uint64_t maxima;
  std::uint64_t names;
  std::uint64_t name_bytes;
  std::uint64_t path_bytes;
  std::uint64_t settings_bytes;
  std::uint64_t source_size;
  std::int64_t source_modified;
  std::uint64_t source_check;
  std::uint64_t hash_bits;  // 0 if no name was hashed
  std::uint64_t hashed_indices;
  std::uint64_t shared_indices;
  std::uint64_t columns;
  std::uint64_t column_name_bytes;
  std::uint64_t flags;  // 1: the format of the source can lack numbers; 2: the names are those of the classes that labels are
  std::uint64_t numbers;
};
static_assert(sizeof(FooterHead) == 192);

// A column of the source, if that was delimited text.
struct ColumnEntry {
  std::uint64_t line;  // the one that decided what the column holds
  std::uint32_t name_bytes;
  std::uint32_t text;  // 1: categories, 0: numbers
};
static_assert(sizeof(ColumnEntry) == 16);

// A feature of such a source that is a number.
struct NumberEntry {
  std::uint64_t row;  // the first that said so
  Index index;
  std::uint32_t zero;
};
static_assert(sizeof(NumberEntry) == 16);

struct Trailer {
  std::uint64_t footer_offset;
  std::uint64_t checksum;  // of the footer and of the field above
  std::array<char, 8> end_magic;
};
static_assert(sizeof(Trailer) == 24);

inline std::uint64_t checksum(std::string_view bytes) { return XXH3_64bits(bytes.data(), bytes.size()); }

template <class T>
std::string_view as_bytes(const T& part) {
  return {reinterpret_cast<const char*>(&part), sizeof part};
}

template <class Size>
constexpr Size aligned(Size bytes) {
  return (bytes + alignment - 1) / alignment * alignment;
}

// `what` continues "the cache is".
[[noreturn]] inline void refuse(const std::string& name, std::string_view what) {
  throw CacheError(name, fmt::format("the cache is {}", what), "make it again");
}

}  // namespace tacit::cache
