// Any file, compressed or not, is read to its end or refused with a message.
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "tacit/data/byte_source.hpp"
#include "tacit/data/data_error.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const int file = memfd_create("fuzz", 0);
  static const std::string path = "/proc/self/fd/" + std::to_string(file);
  if (ftruncate(file, 0) != 0 || pwrite(file, data, size, 0) != static_cast<ssize_t>(size)) std::abort();
  try {
    tacit::ByteSource source(path);
    std::array<char, 512> buffer{};
    std::size_t total = 0;
    while (const std::size_t count = source.read(buffer)) {
      total += count;
      if (total > (1U << 18U)) break;  // a few bytes can stand for very many
    }
  } catch (const tacit::DataError&) {
  }
  return 0;
}
