#include <isa-l/igzip_lib.h>

#include "decoders/decoder.hpp"

namespace tacit {

namespace {

class GzipDecoder final : public Decoder {
 public:
  std::size_t decode(std::string_view& packed, std::span<char> out) override {
    if (!inside_) {
      isal_inflate_init(&state_);  // gzip files may be glued together
      state_.crc_flag = ISAL_GZIP;
      inside_ = true;
    }
    state_.next_in = reinterpret_cast<std::uint8_t*>(const_cast<char*>(packed.data()));  // NOLINT: it only reads
    state_.avail_in = static_cast<std::uint32_t>(packed.size());
    state_.next_out = reinterpret_cast<std::uint8_t*>(out.data());
    state_.avail_out = static_cast<std::uint32_t>(out.size());
    const int status = isal_inflate(&state_);
    if (status < 0) throw DamagedData{reason(status)};  // first: of damaged data more may be said to be used than there are
    packed.remove_prefix(packed.size() - state_.avail_in);
    if (state_.block_state == ISAL_BLOCK_FINISH) inside_ = false;
    return out.size() - state_.avail_out;
  }

  bool may_end() const override { return !inside_; }

 private:
  static const char* reason(int status) {
    if (status == ISAL_INCORRECT_CHECKSUM) return "its checksum is wrong";
    if (status == ISAL_INVALID_WRAPPER || status == ISAL_UNSUPPORTED_METHOD) return "a header of gzip was expected";
    return "an impossible code";
  }

  inflate_state state_;
  bool inside_ = false;
};

}  // namespace

std::unique_ptr<Decoder> make_gzip_decoder() { return std::make_unique<GzipDecoder>(); }

}  // namespace tacit
