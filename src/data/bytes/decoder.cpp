#include "data/bytes/decoder.hpp"

#include <algorithm>
#include <array>

#include "tacit/data/byte_source.hpp"

namespace tacit {

namespace {

using namespace std::string_view_literals;

constexpr std::string_view gzip_magic = "\x1f\x8b"sv;
constexpr std::string_view zstd_magic = "\x28\xb5\x2f\xfd"sv;
constexpr std::string_view bzip2_magic = "BZh"sv;

bool is_gzip(std::string_view beginning) { return beginning.starts_with(gzip_magic); }

// A frame to be skipped may come first.
bool is_zstd(std::string_view beginning) {
  const bool skipped =
      beginning.size() >= 4 && beginning[0] >= 'P' && beginning[0] <= '_' && beginning.substr(1, 3) == "\x2a\x4d\x18"sv;
  return skipped || beginning.starts_with(zstd_magic);
}

// A text may begin with "BZh9" too; the six bytes behind it are those of a first block, or of the end if there is none.
bool is_bzip2(std::string_view beginning) {
  return beginning.size() >= 10 && beginning.starts_with(bzip2_magic) && beginning[3] >= '1' && beginning[3] <= '9' &&
         (beginning.substr(4, 6) == "1AY&SY"sv || beginning.substr(4, 6) == "\x17\x72\x45\x38\x50\x90"sv);
}

constexpr std::array all{Compression{"gzip", ".gz", gzip_magic, is_gzip, make_gzip_decoder},
                         Compression{"zstd", ".zst", zstd_magic, is_zstd, make_zstd_decoder},
                         Compression{"bzip2", ".bz2", bzip2_magic, is_bzip2, make_bzip2_decoder}};

constexpr auto endings = [] {
  std::array<std::string_view, all.size()> found;
  std::ranges::transform(all, found.begin(), &Compression::ending);
  return found;
}();

}  // namespace

std::span<const Compression> compressions() { return all; }

std::unique_ptr<Decoder> make_decoder(std::string_view beginning) {
  const auto* const found =
      std::ranges::find_if(all, [&](const Compression& compression) { return compression.recognises(beginning); });
  return found == all.end() ? nullptr : found->make_decoder();
}

std::span<const std::string_view> compression_endings() { return endings; }

std::string_view without_compression(std::string_view path) {
  for (const std::string_view ending : endings) {
    if (path.size() > ending.size() && path.ends_with(ending)) return path.substr(0, path.size() - ending.size());
  }
  return path;
}

}  // namespace tacit
