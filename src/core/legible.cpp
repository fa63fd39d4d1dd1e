#include "tacit/core/legible.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "core/utf8.hpp"

namespace tacit {

namespace {

struct Codes {
  std::uint32_t first;
  std::uint32_t last;
};

// Beyond ASCII, in order: C1, and what Unicode calls default-ignorable, bidirectional or a separator of lines. The selectors of
// a letter's variant, U+FE00 to U+FE0F, change how the letter before them looks and nothing else: they stay.
constexpr Codes illegible[] = {{0x80, 0x9f},       {0xad, 0xad},       {0x34f, 0x34f},    {0x61c, 0x61c},   {0x115f, 0x1160},
                               {0x17b4, 0x17b5},   {0x180b, 0x180f},   {0x200b, 0x200f},  {0x2028, 0x202e}, {0x2060, 0x206f},
                               {0x3164, 0x3164},   {0xfeff, 0xfeff},   {0xffa0, 0xffa0},  {0xfff0, 0xfffb}, {0xfffe, 0xffff},
                               {0x1bca0, 0x1bca3}, {0x1d173, 0x1d17a}, {0xe0000, 0xe0fff}};

bool is_plain(char c) { return c >= ' ' && c <= '~'; }

bool is_legible(std::uint32_t code) {
  if (code < 0x80) return is_plain(static_cast<char>(code));
  const auto* const range = std::ranges::lower_bound(illegible, code, {}, &Codes::last);
  return range == std::end(illegible) || code < range->first;
}

// Copies legible characters; escaped(out, bytes, code) writes the others, where bytes that are no character come one by one and
// have no code.
template <class Escaped>
std::string rewritten(std::string_view text, Escaped escaped) {
  std::string out;
  out.reserve(text.size());
  while (true) {
    const auto* const odd = std::ranges::find_if_not(text, is_plain);  // most text is plain
    const auto plain = static_cast<std::size_t>(odd - text.begin());
    out += text.substr(0, plain);
    text.remove_prefix(plain);
    if (text.empty()) return out;
    const auto [size, code] = first_character(text);
    const std::string_view bytes = text.substr(0, std::max<std::size_t>(1, size));
    if (size > 0 && is_legible(code)) {
      out += bytes;
    } else {
      escaped(out, bytes, size > 0 ? code : 0);
    }
    text.remove_prefix(bytes.size());
  }
}

void escape(std::string& out, std::string_view bytes, std::uint32_t code) {
  if (bytes.size() == 1) {
    fmt::format_to(std::back_inserter(out), "\\x{:02x}", static_cast<unsigned char>(bytes[0]));
  } else if (code > 0xffff) {
    fmt::format_to(std::back_inserter(out), "\\U{:08x}", code);
  } else {
    fmt::format_to(std::back_inserter(out), "\\u{:04x}", code);
  }
}

void escape_in_json(std::string& out, std::string_view bytes, std::uint32_t code) {
  if (bytes[0] >= 0 && bytes[0] < ' ') {
    out += bytes;  // JSON's own strings have none: this is a blank between them
  } else if (code > 0xffff) {
    fmt::format_to(std::back_inserter(out), "\\u{:04x}\\u{:04x}", 0xd800 + ((code - 0x10000) >> 10U), 0xdc00 + (code & 0x3ffU));
  } else {
    fmt::format_to(std::back_inserter(out), "\\u{:04x}", code == 0 ? 0xfffd : code);
  }
}

// The longest beginning of at most so many bytes that cuts no character.
std::string_view beginning(std::string_view text, std::size_t most) {
  const auto inside = [&](std::size_t at) { return (static_cast<unsigned char>(text[at]) & 0xc0U) == 0x80; };
  std::size_t size = std::min(text.size(), most);
  while (size > 0 && size < text.size() && inside(size)) --size;
  return text.substr(0, size);
}

}  // namespace

std::string legible(std::string_view text) { return rewritten(text, escape); }

std::string legible_lines(std::string_view text) {
  return rewritten(text, [](std::string& out, std::string_view bytes, std::uint32_t code) {
    if (bytes == "\n") {
      out += '\n';
    } else {
      escape(out, bytes, code);
    }
  });
}

bool is_legible(std::string_view text) {
  while (!text.empty()) {
    const auto [size, code] = first_character(text);
    if (size == 0 || !is_legible(code)) return false;
    text.remove_prefix(size);
  }
  return true;
}

std::string legible_json(std::string_view json) { return rewritten(json, escape_in_json); }

std::string brief(std::string_view text) {
  std::size_t size = 0;
  for (int characters = 0; characters < 40 && size < text.size(); ++characters) {
    size += std::max<std::size_t>(1, first_character(text.substr(size)).size);
  }
  return legible(text.substr(0, size)) + (size < text.size() ? "..." : "");
}

std::string shown(std::string_view text) { return text.empty() ? "nothing" : fmt::format("'{}'", brief(text)); }

std::string legible_message(std::string_view text) {
  constexpr std::size_t longest = 2000;
  constexpr std::size_t end = 500;
  const std::string whole = legible(text);
  if (whole.size() <= longest) return whole;
  const std::string_view front = beginning(whole, longest - end);
  const std::string_view rest = std::string_view(whole).substr(beginning(whole, whole.size() - end).size());
  return fmt::format("{} [{} bytes more] {}", front, whole.size() - front.size() - rest.size(), rest);
}

}  // namespace tacit
