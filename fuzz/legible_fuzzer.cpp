// Any bytes become UTF-8 without control characters, direction marks and separators of lines; legible text stays as it is.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "core/utf8.hpp"
#include "tacit/core/legible.hpp"

namespace {

void require_clean(std::string_view text, bool lines) {
  while (!text.empty()) {
    const auto [size, code] = tacit::first_character(text);
    const bool control = (code < 0x20 && !(lines && code == '\n')) || (code >= 0x7f && code <= 0x9f);
    const bool direction = code == 0x61c || code == 0x200e || code == 0x200f || (code >= 0x2028 && code <= 0x202e) ||
                           (code >= 0x2066 && code <= 0x2069);
    if (size == 0 || control || direction) std::abort();
    text.remove_prefix(size);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const std::string once = tacit::legible(text);
  require_clean(once, false);
  if (tacit::legible(once) != once) std::abort();
  const std::string lines = tacit::legible_lines(text);
  require_clean(lines, true);
  if (std::ranges::count(lines, '\n') != std::ranges::count(text, '\n')) std::abort();
  require_clean(tacit::shown(text), false);
  require_clean(tacit::legible_message(text), false);
  if (std::ranges::none_of(text, [](char c) { return c >= 0 && c < ' '; })) require_clean(tacit::legible_json(text), false);
  return 0;
}
