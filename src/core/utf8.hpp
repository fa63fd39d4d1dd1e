// Characters of UTF-8, in their shortest form and without surrogates.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace tacit {

struct Character {
  std::size_t size = 0;  // in bytes; 0 if there is none
  std::uint32_t code = 0;
};

// The character at the beginning of a text that is not empty.
inline Character first_character(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint32_t>(static_cast<unsigned char>(text[i])); };
  const std::uint32_t first = byte(0);
  if (first < 0x80) return {1, first};
  const std::size_t size = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < size) return {};
  std::uint32_t code = first & (0xffU >> (size + 1));
  for (std::size_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xc0U) != 0x80) return {};
    code = code << 6U | (byte(i) & 0x3fU);
  }
  const std::uint32_t smallest = size == 4 ? 0x10000 : size == 3 ? 0x800 : 0x80;
  const bool surrogate = code >= 0xd800 && code <= 0xdfff;
  return code < smallest || code > 0x10ffff || surrogate ? Character{} : Character{size, code};
}

}  // namespace tacit
