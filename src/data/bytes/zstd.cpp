#include <zstd.h>
#include <zstd_errors.h>

#include <new>

#include "data/bytes/decoder.hpp"

namespace tacit {

namespace {

class ZstdDecoder final : public Decoder {
 public:
  ZstdDecoder() : context_(ZSTD_createDCtx()) {
    if (!context_) throw std::bad_alloc();
    ZSTD_DCtx_setParameter(context_.get(), ZSTD_d_windowLogMax, largest_window);
  }

  std::size_t decode(std::string_view& packed, std::span<char> out) override {
    ZSTD_inBuffer from{packed.data(), packed.size(), 0};
    ZSTD_outBuffer to{out.data(), out.size(), 0};
    const std::size_t left = ZSTD_decompressStream(context_.get(), &to, &from);
    if (ZSTD_getErrorCode(left) == ZSTD_error_frameParameter_windowTooLarge) {
      throw RefusedData{
          "need a window of more than 32 MB; compress them with at most zstd --long=25, or pipe them from zstd -dc --long=31"};
    }
    if (ZSTD_isError(left) != 0) throw DamagedData{ZSTD_getErrorName(left)};
    packed.remove_prefix(from.pos);
    if (from.pos > 0 || to.pos > 0) inside_ = left != 0;
    return to.pos;
  }

  bool may_end() const override { return !inside_; }

 private:
  static constexpr int largest_window = 25;  // 2^25 bytes: more than any level up to 20 uses, less than `zstd --long`

  struct Free {
    void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
  };
  std::unique_ptr<ZSTD_DCtx, Free> context_;
  bool inside_ = false;
};

}  // namespace

std::unique_ptr<Decoder> make_zstd_decoder() { return std::make_unique<ZstdDecoder>(); }

}  // namespace tacit
