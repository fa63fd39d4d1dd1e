#include "data/formats/jsonl/trouble.hpp"

#include <algorithm>

namespace tacit::json {

namespace {

// Calls outside(i) or inside(i) per byte, except quotes and what backslashes escape, and stops where these say true.
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
