// InputText holds a window of the decompressed text of an input. The window grows at its end and shrinks from its beginning.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "data/stream/ahead.hpp"
#include "tacit/data/byte_source.hpp"

namespace tacit {

class InputText {
 public:
  // "-" is standard input.
  explicit InputText(const std::string& path);

  // What messages call the input.
  const std::string& name() const { return name_; }
  bool compressed() { return source_.compressed(); }

  // The window. At least TextBlock::padding bytes behind it may be read.
  std::string_view held() const { return {buffer_.data() + begin_, end_ - begin_}; }
  // The number of its first line.
  std::uint64_t line() const { return line_; }
  // Whether the window reaches the end of the input.
  bool ended() const { return ended_; }

  // Adds bytes to the window. The last line gets the line end that it may lack.
  void fill();
  // Takes so many bytes off the window.
  void pass(std::size_t bytes);
  // Takes off bytes that are no part of the text, such as a mark of the byte order.
  void leave_out(std::size_t bytes) { begin_ += bytes; }

  // Ends the wait of a thread that reads; called from another.
  void cancel();
  bool cancelled() const { return cancelled_; }

 private:
  static constexpr std::size_t piece = std::size_t{1} << 18U;  // read at a time: small enough for the cache of a core

  struct Piece {
    std::vector<char> bytes = std::vector<char>(piece);
    std::size_t size = 0;
  };

  std::size_t more(std::span<char> into);

  ByteSource source_;
  std::string name_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0;  // of the window in the buffer
  std::size_t end_ = 0;
  std::uint64_t line_ = 1;
  bool ended_ = false;
  std::atomic<bool> cancelled_ = false;
  std::optional<Ahead<Piece>> decompressed_;  // last: it stops before the source goes
};

}  // namespace tacit
