#include "data/text/odd_bytes.hpp"

#include <fmt/format.h>

#include "data/text/utf8.hpp"
#include "tacit/data/complaints.hpp"

namespace tacit {

namespace {

// The length of the character of UTF-8 at the beginning of the text; 0 if there is none.
std::size_t character(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint32_t>(static_cast<unsigned char>(text[i])); };
  const std::uint32_t first = byte(0);
  if (first < 0x80) return 1;
  const std::size_t size = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < size) return 0;
  std::uint32_t code = first & (0xffU >> (size + 1));
  for (std::size_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xc0U) != 0x80) return 0;
    code = code << 6U | (byte(i) & 0x3fU);
  }
  const std::uint32_t smallest = size == 4 ? 0x10000 : size == 3 ? 0x800 : 0x80;
  const bool surrogate = code >= 0xd800 && code <= 0xdfff;
  return code < smallest || code > 0x10ffff || surrogate ? 0 : size;
}

bool is_control(char c) { return (c >= 0 && c < ' ') || c == '\x7f'; }

// A tab or a line end.
bool begins_blank(std::string_view text) { return text[0] == '\t' || text[0] == '\n' || text.starts_with("\r\n"); }

}  // namespace

std::size_t find_no_utf8(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t size = character(text.substr(at));
    if (size == 0) return at;
    at += size;
  }
  return text.size();
}

bool is_utf8(std::string_view text) { return find_no_utf8(text) == text.size(); }

std::size_t odd_bytes::find(std::string_view text, bool blanks) {
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view rest = text.substr(at);
    if (rest.size() >= 8 && !any<std::uint64_t>(rest.data())) {
      at += 8;
      continue;
    }
    const std::size_t size = character(rest);
    if (size == 0 || (is_control(rest[0]) && !(blanks && begins_blank(rest)))) return at;
    at += size;
  }
  return text.size();
}

std::string odd_byte(std::string_view text, std::size_t at) {
  return fmt::format("found {}; expected {}", shown(text.substr(at, 1)),
                     is_control(text[at]) ? "text without control characters" : "a character in UTF-8");
}

}  // namespace tacit
