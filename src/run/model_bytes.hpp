// The bytes of a model as they come from a file, of standard input or from memory.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "run/model_binary.hpp"
#include "tacit/data/byte_source.hpp"

namespace tacit {

// Gives the bytes of a model. A compressed one may not grow to many times its size, since a few megabytes could then take all
// memory: throws DataError.
class ModelSource {
 public:
  explicit ModelSource(ByteSource source) : source_(std::move(source)) {}

  const std::string& name() const { return source_.name(); }
  bool compressed() { return source_.compressed(); }
  // As ByteSource does.
  std::size_t read(std::span<char> buffer);

 private:
  ByteSource source_;
  std::uint64_t given_ = 0;
};

// A model that can be read from its beginning as often as one wants.
struct ModelOrigin {
  std::function<ByteSource()> open;
  std::uint64_t size;  // in bytes, compressed or not
};

// A binary model of the present format behind its header, in the order of its bytes. Throws DataError.
class BinaryBody {
 public:
  // Reads the header.
  explicit BinaryBody(const ModelOrigin& origin);

  const std::string& name() const { return source_.name(); }
  const BinaryHeader& header() const { return header_; }
  // Bytes behind the header so far.
  std::uint64_t position() const { return position_; }

  // Fill all of it, and leave out so many bytes.
  void read(std::span<char> into);
  void pass(std::uint64_t bytes);

  // Bytes whose elements have come one by one: memory is taken as the file proves to have them.
  template <class Container>
  Container take(std::uint64_t count) {
    using T = typename Container::value_type;
    Container values;
    values.reserve(std::min(count, promised_ / sizeof(T)));
    while (values.size() < count) {
      const std::size_t before = values.size();
      values.resize(before + std::min<std::uint64_t>(count - before, piece / sizeof(T)));
      read({reinterpret_cast<char*>(values.data() + before), (values.size() - before) * sizeof(T)});
    }
    return values;
  }

  // Reads to the end, and refuses a file that is shorter or longer than its header says, or whose checksum is wrong.
  void require_sound();

  static constexpr std::size_t piece = 1U << 16U;  // bytes

 private:
  std::size_t read_some(std::span<char> into);

  ModelSource source_;
  BinaryHeader header_{};
  std::uint64_t promised_ = 0;  // bytes that the file has for certain
  std::uint64_t position_ = 0;
  std::uint32_t checksum_ = 0;
};

}  // namespace tacit
