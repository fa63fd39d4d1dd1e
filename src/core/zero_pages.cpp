#include "tacit/core/zero_pages.hpp"

#include <sys/mman.h>

#include <new>

namespace tacit {

void* ZeroPages::map(std::size_t bytes) {
  void* zeros = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (zeros == MAP_FAILED) throw std::bad_alloc();
  return zeros;
}

void ZeroPages::operator()(void* zeros) const { munmap(zeros, bytes); }

}  // namespace tacit
