// The binary form of a model, little-endian:
//
//   bytes  content
//   8      magic
//   4      format version
//   4      CRC-32 of everything behind the header
//   8      bytes of the description
//   8      number of arrays
//   8      bytes of all arrays
//   4      CRC-32 of the header up to here
//   4      zero
//   ...    the description: the JSON object of `tacit inspect --json` without its arrays
//   ...    the arrays, each:
//          4 bytes of its name, 4 element type, 4 width, 4 zero, 8 number of elements; the name; the elements
//
// Element types are 1: numbers, 8 bytes each; 2: indices, 4 bytes each; 3: numbers by feature, of which there are `width` per
// element: all features' indices, increasing, then all numbers; 4: the same in the learner's own order. Arrays are called
// `largest`, `state/NAME` for a part of the state, `memory/NAME` for numbers by feature that the run remembers and, where there
// is no state, `weights` or `weights/OUTPUT`.
//
// Format 2 knew its arrays by their place: see model_format_2.cpp.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

#include "run/loader.hpp"
#include "tacit/data/data_error.hpp"
#include "tacit/run/model.hpp"

namespace tacit {

static_assert(std::endian::native == std::endian::little, "model files are written in the byte order of the machine");

inline constexpr std::array<char, 8> model_magic{'\x89', 't', 'a', 'c', 'i', 't', '\n', '\x1a'};

inline constexpr std::uint32_t format_version = 3;

struct BinaryHeader {
  std::array<char, 8> magic;
  std::uint32_t version;
  std::uint32_t body_checksum;
  std::uint64_t description;
  std::uint64_t arrays;
  std::uint64_t array_bytes;
  std::uint32_t header_checksum;
  std::uint32_t zero;

  bool operator==(const BinaryHeader&) const = default;
};
static_assert(sizeof(BinaryHeader) == 48);

enum class ElementType : std::uint32_t { number = 1, index = 2, by_feature = 3, by_feature_in_own_order = 4 };

struct ArrayHeader {
  std::uint32_t name;
  ElementType type;
  std::uint32_t width;
  std::uint32_t zero;
  std::uint64_t count;
};
static_assert(sizeof(ArrayHeader) == 24);

std::string weights_name(std::size_t output);
std::string state_name(std::string_view part);
std::string memory_name(std::string_view part);

// CRC-32 of these bytes behind those of which `before` is the checksum.
std::uint32_t checksum(std::string_view bytes, std::uint32_t before = 0);
std::uint32_t checksum_of(const BinaryHeader& header);

// The largest number if the sum is larger.
std::uint64_t sum_of_sizes(std::initializer_list<std::uint64_t> sizes);

template <class T>
void append(std::string& bytes, const T& value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

// Leaves out features whose only number is 0, which say nothing, as the JSON form does.
void drop_zeros(FeatureNumbers& table);

// Makes the error of a file that is damaged; `what` continues "the model file is".
DataError damaged(const std::string& name, std::string_view what);

// The number of bytes that a file says it has, of which these are the first, `binary_beginning` of them at least, or all. Throws
// DataError if its header is damaged or of a format that this tacit does not read.
inline constexpr std::size_t binary_beginning = 64;
std::uint64_t declared_size(std::string_view beginning, const std::string& name);
std::uint64_t declared_size_of_format_2(std::string_view beginning, const std::string& name);

// The format of a binary model. Throws DataError if this tacit does not read it.
std::uint32_t format_of(std::string_view bytes, const std::string& name);
// Whether these are the first bytes of a binary model of the present format.
bool is_present_format(std::string_view beginning);
// The header that the bytes begin with. Throws DataError if it is cut off or damaged.
BinaryHeader checked_header(std::string_view bytes, const std::string& name);

// Everything behind magic and version is the format's. The present one is read piece by piece from its origin. Both throw
// DataError, and std::invalid_argument for what no learner can be.
struct ModelOrigin;
LoadedModel read_binary(const ModelOrigin& origin, Use use, const std::string& name);
LoadedModel read_format_2(std::string_view bytes, Use use, const std::string& name);

}  // namespace tacit
