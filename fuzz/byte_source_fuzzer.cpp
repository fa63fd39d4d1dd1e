// Any file, compressed or not, is read to its end or refused with a message.
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <string>

#include "tacit/data/byte_source.hpp"
#include "tacit/data/data_error.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const int fd = memfd_create("fuzz", 0);
  if (fd < 0 || write(fd, data, size) != static_cast<ssize_t>(size)) return 0;
  try {
    tacit::ByteSource source("/proc/self/fd/" + std::to_string(fd));
    std::array<char, 512> buffer{};
    std::size_t total = 0;
    while (const std::size_t count = source.read(buffer)) {
      total += count;
      if (total > (1U << 22U)) break;  // a few bytes can stand for very many
    }
  } catch (const tacit::DataError&) {
  }
  close(fd);
  return 0;
}
