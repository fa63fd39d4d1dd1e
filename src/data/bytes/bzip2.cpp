#include <bzlib.h>

#include <new>

#include "data/bytes/decoder.hpp"

namespace tacit {

namespace {

class Bzip2Decoder final : public Decoder {
 public:
  ~Bzip2Decoder() override { end(); }
  Bzip2Decoder() = default;
  Bzip2Decoder(const Bzip2Decoder&) = delete;
  Bzip2Decoder& operator=(const Bzip2Decoder&) = delete;

  std::size_t decode(std::string_view& packed, std::span<char> out) override {
    if (!inside_) {
      end();
      stream_ = {};
      if (BZ2_bzDecompressInit(&stream_, 0, 0) != BZ_OK) throw std::bad_alloc();
      begun_ = inside_ = true;
    }
    stream_.next_in = const_cast<char*>(packed.data());  // NOLINT: it only reads
    stream_.avail_in = static_cast<unsigned>(packed.size());
    stream_.next_out = out.data();
    stream_.avail_out = static_cast<unsigned>(out.size());
    const int status = BZ2_bzDecompress(&stream_);
    packed.remove_prefix(packed.size() - stream_.avail_in);
    if (status == BZ_MEM_ERROR) throw std::bad_alloc();
    if (status == BZ_DATA_ERROR_MAGIC) throw DamagedData{"a header of bzip2 was expected"};
    if (status != BZ_OK && status != BZ_STREAM_END) throw DamagedData{"its checksum is wrong"};
    if (status == BZ_STREAM_END) inside_ = false;
    return out.size() - stream_.avail_out;
  }

  bool may_end() const override { return !inside_; }

 private:
  void end() {
    if (begun_) BZ2_bzDecompressEnd(&stream_);
    begun_ = false;
  }

  bz_stream stream_{};
  bool begun_ = false;
  bool inside_ = false;
};

}  // namespace

std::unique_ptr<Decoder> make_bzip2_decoder() { return std::make_unique<Bzip2Decoder>(); }

}  // namespace tacit
