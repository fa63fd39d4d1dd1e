// Undoes one kind of compression, piece by piece.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>

namespace tacit {

class Decoder {
 public:
  virtual ~Decoder() = default;

  // Takes bytes off the front of `packed` and writes to `out`; the number of bytes written. Of the two, at least one runs out.
  // Throws DamagedData or RefusedData.
  virtual std::size_t decode(std::string_view& packed, std::span<char> out) = 0;

  // Whether the packed bytes so far may be all there are.
  virtual bool may_end() const = 0;
};

struct DamagedData {
  const char* why;
};
// Nothing is wrong with the data, but they ask for more than we give.
struct RefusedData {
  const char* why;
};

// The decoder for what begins with these bytes, compressed files being found by content; null for anything else.
inline constexpr std::size_t longest_magic = 10;
std::unique_ptr<Decoder> make_decoder(std::string_view beginning);

std::unique_ptr<Decoder> make_gzip_decoder();
std::unique_ptr<Decoder> make_zstd_decoder();
std::unique_ptr<Decoder> make_bzip2_decoder();

}  // namespace tacit
