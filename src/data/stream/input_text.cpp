#include "data/stream/input_text.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "data/formats/parser.hpp"
#include "tacit/data/reader.hpp"

namespace tacit {

namespace {

// Counts in 32 sums side by side, each emptied before its byte overflows: a few instructions per 32 bytes of text.
std::uint64_t count_lines(std::string_view text) {
  std::uint64_t lines = 0;
  while (text.size() >= 32) {
    std::array<std::uint8_t, 32> sums{};
    for (int turn = 0; turn < 255 && text.size() >= 32; ++turn) {
      for (std::size_t k = 0; k < 32; ++k) sums[k] = static_cast<std::uint8_t>(sums[k] + (text[k] == '\n' ? 1 : 0));
      text.remove_prefix(32);
    }
    for (const std::uint8_t sum : sums) lines += sum;
  }
  return lines + static_cast<std::uint64_t>(std::ranges::count(text, '\n'));
}

}  // namespace

InputText::InputText(const std::string& path) : source_(path), name_(source_.name()), buffer_(2 * piece + TextBlock::padding) {}

void InputText::cancel() {
  cancelled_ = true;
  source_.cancel();
}

void InputText::pass(std::size_t bytes) {
  line_ += count_lines(held().substr(0, bytes));
  begin_ += bytes;
}

void InputText::fill() {
  constexpr std::size_t largest_buffer = longest_record + 2 * piece + TextBlock::padding;
  if (begin_ > 0) std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
  end_ -= begin_;
  begin_ = 0;
  if (buffer_.size() - end_ < piece + TextBlock::padding) buffer_.resize(std::min(2 * buffer_.size(), largest_buffer));
  const std::size_t count = more(std::span(buffer_).subspan(end_, piece));
  end_ += count;
  if (count > 0) return;
  ended_ = true;
  if (end_ > begin_ && buffer_[end_ - 1] != '\n') buffer_[end_++] = '\n';
}

// A thread of its own decompresses, so that it waits for nothing but itself.
std::size_t InputText::more(std::span<char> into) {
  if (!source_.compressed()) return source_.read(into);
  if (!decompressed_) {
    decompressed_.emplace([this](Piece& next) { return (next.size = source_.read(next.bytes)) > 0; },
                          [this] { source_.cancel(); });
  }
  const Piece* next = decompressed_->next();
  if (next == nullptr) return 0;
  std::copy_n(next->bytes.data(), next->size, into.data());
  return next->size;
}

}  // namespace tacit
