// A Decoder undoes one kind of compression, piece by piece.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>

namespace tacit {

class Decoder {
 public:
  virtual ~Decoder() = default;

  // Takes bytes off the front of `packed`, writes to `out` and returns the number of bytes written. At least one of the two runs
  // out. Throws DamagedData or RefusedData.
  virtual std::size_t decode(std::string_view& packed, std::span<char> out) = 0;

  // Whether the packed bytes may end here.
  virtual bool may_end() const = 0;
};

struct DamagedData {
  const char* why;
};
// The data are good, but ask for more than we give.
struct RefusedData {
  const char* why;
};

std::unique_ptr<Decoder> make_gzip_decoder();
std::unique_ptr<Decoder> make_zstd_decoder();
std::unique_ptr<Decoder> make_bzip2_decoder();

// A kind of compression. `recognises` looks at up to longest_magic bytes; all that it knows begin with the magic, except frames
// that zstd skips.
struct Compression {
  std::string_view name;
  std::string_view ending;  // of names of files
  std::string_view magic;
  bool (*recognises)(std::string_view beginning);
  std::unique_ptr<Decoder> (*make_decoder)();
};
std::span<const Compression> compressions();

// The decoder for data that begin with these bytes; null if they are not compressed.
inline constexpr std::size_t longest_magic = 10;
std::unique_ptr<Decoder> make_decoder(std::string_view beginning);

}  // namespace tacit
