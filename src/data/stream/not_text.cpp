#include "data/stream/not_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "data/bytes/decoder.hpp"
#include "data/formats/format.hpp"
#include "tacit/core/legible.hpp"
#include "tacit/core/names.hpp"

namespace tacit {

namespace {

using namespace std::string_view_literals;

struct Known {
  std::string_view magic;
  std::string_view what;
};

constexpr Known archives[] = {{"PK\x03\x04"sv, "a zip archive"},
                              {"PK\x05\x06"sv, "a zip archive"},
                              {"7z\xbc\xaf\x27\x1c"sv, "a 7z archive"},
                              {"\xfd"
                               "7zXZ\0"sv,
                               "compressed by xz"},
                              {"\x04\x22\x4d\x18"sv, "compressed by lz4"},
                              {"PAR1"sv, "a Parquet file"},
                              {"ARROW1"sv, "an Arrow file"},
                              {"\x89HDF\r\n\x1a\n"sv, "an HDF5 file"},
                              {"\x93NUMPY"sv, "an array of NumPy"}};
constexpr Known wide[] = {{"\xff\xfe"sv, "in UTF-16"}, {"\xfe\xff"sv, "in UTF-16"}};

bool is_printable(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return c >= ' ' && c <= '~'; });
}

// Says what a reader takes.
std::string expected() {
  std::vector<std::string_view> formats;
  for (const Format* format : all_formats()) {
    if (format->is_text()) formats.push_back(format->name);
  }
  std::vector<std::string_view> packed;
  for (const Compression& compression : compressions()) packed.push_back(compression.name);
  return fmt::format("expected {}, plain or compressed by {}", one_of(formats), one_of(packed));
}

}  // namespace

std::optional<std::string> not_text(std::string_view beginning, bool whole, std::size_t plain) {
  for (const auto& [magic, what] : archives) {
    if (beginning.starts_with(magic)) return fmt::format("is {}; {}", what, expected());
  }
  for (const auto& [magic, what] : wide) {
    if (beginning.starts_with(magic)) return fmt::format("is {}; expected UTF-8 (iconv -f UTF-16 -t UTF-8 makes it so)", what);
  }
  // The last line may have been given its line end. A file of one parenthesis or of BZh is text, though zstd or bzip2 begins so.
  const std::string_view first_line = beginning.substr(0, beginning.find('\n'));
  for (const Compression& compression : compressions()) {
    const std::string_view magic = compression.magic;
    if (whole && !is_printable(first_line) && beginning.size() <= magic.size() && magic.starts_with(first_line))
      return fmt::format("ends within the first bytes of {}; expected the whole file", compression.name);
  }
  const std::size_t zero = beginning.substr(0, plain).find('\0');
  if (zero == std::string_view::npos) return std::nullopt;
  return fmt::format("is not text: byte {} is {}; {}", zero + 1, shown(beginning.substr(zero, 1)), expected());
}

}  // namespace tacit
