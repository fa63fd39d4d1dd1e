// Bytes that have no place in a name: control characters, and what is not UTF-8. Models keep names as JSON and messages print
// them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace tacit {

// Finds the first byte that begins no character of UTF-8 (in its shortest form, no surrogate); the text's size if there is none.
std::size_t find_no_utf8(std::string_view text);

// Says what is wrong with the byte found there.
std::string odd_byte(std::string_view text, std::size_t at);

namespace odd_bytes {

std::size_t find(std::string_view text, bool blanks);

// Whether a byte of these is none of ' ' to '~': taking off 0x20 or adding 1 leads to the top bit, or that is set already. A
// byte borrows from its neighbour only if it is odd itself.
template <class Bytes>
bool any(const char* from) {
  constexpr Bytes ones = static_cast<Bytes>(~Bytes{0}) / 0xff;
  Bytes bytes = 0;
  std::memcpy(&bytes, from, sizeof bytes);
  return (((bytes - ones * 0x20) | bytes | (bytes + ones)) & (ones * 0x80)) != 0;
}

}  // namespace odd_bytes

// Whether all bytes are from ' ' to '~', at an instruction or so per byte. Most names are and need no other look.
inline bool is_plain_ascii(std::string_view text) {
  const char* const from = text.data();
  const std::size_t size = text.size();
  if (size >= 8) {
    for (std::size_t at = 0; at + 8 < size; at += 8) {
      if (odd_bytes::any<std::uint64_t>(from + at)) return false;
    }
    return !odd_bytes::any<std::uint64_t>(from + size - 8);
  }
  if (size >= 4) return !odd_bytes::any<std::uint32_t>(from) && !odd_bytes::any<std::uint32_t>(from + size - 4);
  bool plain = true;
  for (const char c : text) plain = plain && c >= ' ' && c <= '~';
  return plain;
}

// Finds the first byte that is a control character or not UTF-8; the text's size if there is none. Where blanks may stand, tabs
// and line ends, LF or CRLF, are no fault.
inline std::size_t find_odd_byte(std::string_view text, bool blanks) {
  return is_plain_ascii(text) ? text.size() : odd_bytes::find(text, blanks);
}

}  // namespace tacit
