// Bytes of a file or of standard input. Compression by gzip, zstd or bzip2 is found by content and undone.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

namespace tacit {

class ByteSource {
 public:
  // "-" is standard input.
  explicit ByteSource(const std::string& path);
  ~ByteSource();
  ByteSource(ByteSource&&) noexcept;
  ByteSource& operator=(ByteSource&&) noexcept;

  // The path, or "standard input": how messages call it.
  const std::string& name() const;
  // Waits for the first bytes.
  bool compressed();

  // Fills at most the whole buffer with what is there, waiting for at least one byte; 0 at the end, or once cancelled.
  std::size_t read(std::span<char> buffer);

  // From another thread: whoever waits for bytes stops waiting.
  void cancel();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

// Whether the path leads to a file: pipes and standard input are gone once read.
bool can_be_read_twice(const std::string& path);

}  // namespace tacit
