// A ByteSource gives the bytes of a file, of standard input or of memory. It recognises gzip, zstd and bzip2 by content and
// undoes them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace tacit {

class ByteSource {
 public:
  // "-" is standard input.
  explicit ByteSource(const std::string& path);
  // The bytes stay where they are; the name is for messages.
  ByteSource(std::string_view bytes, std::string name);
  ~ByteSource();
  ByteSource(ByteSource&&) noexcept;
  ByteSource& operator=(ByteSource&&) noexcept;

  // What messages call it: the path, or "standard input".
  const std::string& name() const;
  // Whether it is compressed; waits for the first bytes.
  bool compressed();

  // Fills the buffer with what is there, at least one byte, for which it waits. Returns 0 at the end, or once cancelled.
  std::size_t read(std::span<char> buffer);

  // How many bytes of the file itself have been read so far: fewer than it gave if it is compressed.
  std::uint64_t taken() const;

  // Ends the wait of a thread that reads; called from another.
  void cancel();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

// The endings of names of compressed files: .gz, .zst, .bz2.
std::span<const std::string_view> compression_endings();
// The path without such an ending, if it has one.
std::string_view without_compression(std::string_view path);

// Whether the path leads to a file. What pipes and standard input give is gone once read.
bool can_be_read_twice(const std::string& path);

}  // namespace tacit
