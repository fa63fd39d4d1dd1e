#include <isa-l/igzip_lib.h>

#include <algorithm>
#include <cstdint>

#include "data/bytes/decoder.hpp"

namespace tacit {

namespace {

class GzipDecoder final : public Decoder {
 public:
  std::size_t decode(std::string_view& packed, std::span<char> out) override {
    if (!inside_) {
      if (member_ > 0 && skip_padding(packed)) return 0;
      isal_inflate_init(&state_);  // gzip files may be glued together
      state_.crc_flag = ISAL_GZIP;
      inside_ = true;
      magic_seen_ = 0;
      ++member_;
    }
    if (member_ > 1) require_magic(packed);
    state_.next_in = reinterpret_cast<std::uint8_t*>(const_cast<char*>(packed.data()));  // NOLINT: it only reads
    state_.avail_in = static_cast<std::uint32_t>(packed.size());
    state_.next_out = reinterpret_cast<std::uint8_t*>(out.data());
    state_.avail_out = static_cast<std::uint32_t>(out.size());
    const int status = isal_inflate(&state_);
    if (status < 0) throw DamagedData{reason(status)};  // first: for damaged data, more may be reported as used than there are
    packed.remove_prefix(packed.size() - state_.avail_in);
    if (state_.block_state == ISAL_BLOCK_FINISH) inside_ = false;
    return out.size() - state_.avail_out;
  }

  bool may_end() const override { return !inside_; }

 private:
  // Tapes and disks fill their last block with zeros, and nothing but more zeros may follow. Returns whether all that is left was
  // padding.
  bool skip_padding(std::string_view& packed) {
    const std::size_t zeros = std::min(packed.find_first_not_of('\0'), packed.size());
    padded_ = padded_ || zeros > 0;
    packed.remove_prefix(zeros);
    if (padded_ && !packed.empty()) throw RefusedData(not_gzip);
    return packed.empty();
  }

  // Goes byte by byte, as the header may come in pieces, and takes all that is there.
  void require_magic(std::string_view packed) {
    constexpr std::string_view magic = "\x1f\x8b";
    for (std::size_t i = 0; i < packed.size() && magic_seen_ < magic.size(); ++i) {
      if (packed[i] != magic[magic_seen_++]) throw RefusedData(not_gzip);
    }
  }

  static const char* reason(int status) {
    if (status == ISAL_INCORRECT_CHECKSUM) return "its checksum is wrong";
    if (status == ISAL_INVALID_WRAPPER || status == ISAL_UNSUPPORTED_METHOD) return "a header of gzip was expected";
    return "an impossible code";
  }

  static constexpr RefusedData not_gzip{"are followed by something that is not gzip; cut it off"};

  inflate_state state_;
  bool inside_ = false;
  std::size_t magic_seen_ = 0;  // of the member at hand
  std::uint64_t member_ = 0;
  bool padded_ = false;
};

}  // namespace

std::unique_ptr<Decoder> make_gzip_decoder() { return std::make_unique<GzipDecoder>(); }

}  // namespace tacit
