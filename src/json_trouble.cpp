#include "json_trouble.hpp"

#include <algorithm>
#include <cstdint>

namespace tacit::json {

namespace {

// Length of the character of UTF-8 at the beginning of the text, in its shortest form and no surrogate; 0 if there is none.
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
  const std::uint32_t least = size == 4 ? 0x10000 : size == 3 ? 0x800 : 0x80;
  const bool surrogate = code >= 0xd800 && code <= 0xdfff;
  return code < least || code > 0x10ffff || surrogate ? 0 : size;
}

// Calls outside(i) or inside(i, open) for each byte, quotes and what backslashes escape left out; stops where these say true.
template <class Outside, class Inside>
std::size_t walk(std::string_view line, Outside outside, Inside inside) {
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] != '"') {
      if (outside(i)) return i;
      continue;
    }
    for (++i; i < line.size() && line[i] != '"'; ++i) {
      if (inside(i)) return i;
      if (line[i] == '\\') ++i;
    }
  }
  return line.size();
}

}  // namespace

std::size_t find_no_utf8(std::string_view line) {
  for (std::size_t at = 0; at < line.size();) {
    const std::size_t size = character(line.substr(at));
    if (size == 0) return at;
    at += size;
  }
  return line.size();
}

std::size_t find_unclosed_string(std::string_view line) {
  for (std::size_t at = line.find('"'); at != std::string_view::npos; at = line.find('"', at)) {
    const std::size_t open = at++;
    while (at < line.size() && line[at] != '"') at += line[at] == '\\' ? 2U : 1U;
    if (at >= line.size()) return open;
    ++at;
  }
  return line.size();
}

std::size_t find_control_character(std::string_view line) {
  return walk(
      line, [](std::size_t) { return false; }, [&](std::size_t i) { return static_cast<unsigned char>(line[i]) < 0x20; });
}

std::size_t find_bad_escape(std::string_view line, std::size_t from) {
  const auto is_hex = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); };
  for (std::size_t at = line.find('\\', from); at != std::string_view::npos; at = line.find('\\', at + 2)) {
    const std::string_view rest = line.substr(at + 1);
    if (rest.empty() || std::string_view("\"\\/bfnrtu").find(rest[0]) == std::string_view::npos) return at;
    if (rest[0] == 'u' && (rest.size() < 5 || !std::ranges::all_of(rest.substr(1, 4), is_hex))) return at;
  }
  return line.size();
}

std::size_t find_object_end(std::string_view line) {
  std::size_t depth = 0;
  const std::size_t close = walk(
      line,
      [&](std::size_t i) {
        if (line[i] == '{' || line[i] == '[') ++depth;
        return (line[i] == '}' || line[i] == ']') && --depth == 0;
      },
      [](std::size_t) { return false; });
  return close == line.size() ? close : close + 1;
}

}  // namespace tacit::json
