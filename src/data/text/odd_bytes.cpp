#include "data/text/odd_bytes.hpp"

#include <fmt/format.h>

#include "core/utf8.hpp"
#include "data/text/utf8.hpp"
#include "tacit/core/legible.hpp"

namespace tacit {

namespace {

bool is_control(char c) { return (c >= 0 && c < ' ') || c == '\x7f'; }

// A tab or a line end.
bool begins_blank(std::string_view text) { return text[0] == '\t' || text[0] == '\n' || text.starts_with("\r\n"); }

}  // namespace

std::size_t find_no_utf8(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t size = first_character(text.substr(at)).size;
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
    const std::size_t size = first_character(rest).size;
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
