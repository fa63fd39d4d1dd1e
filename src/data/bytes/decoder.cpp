#include "data/bytes/decoder.hpp"

namespace tacit {

std::unique_ptr<Decoder> make_decoder(std::string_view beginning) {
  using namespace std::string_view_literals;
  if (beginning.starts_with("\x1f\x8b"sv)) return make_gzip_decoder();
  if (beginning.starts_with("\x28\xb5\x2f\xfd"sv)) return make_zstd_decoder();
  // A frame to be skipped may come first.
  if (beginning.size() >= 4 && beginning[0] >= 'P' && beginning[0] <= '_' && beginning.substr(1, 3) == "\x2a\x4d\x18"sv)
    return make_zstd_decoder();
  // A text may begin with "BZh9" too; the six bytes behind it are those of a first block, or of the end if there is none.
  if (beginning.size() >= 10 && beginning.starts_with("BZh") && beginning[3] >= '1' && beginning[3] <= '9' &&
      (beginning.substr(4, 6) == "1AY&SY"sv || beginning.substr(4, 6) == "\x17\x72\x45\x38\x50\x90"sv)) {
    return make_bzip2_decoder();
  }
  return nullptr;
}

}  // namespace tacit
