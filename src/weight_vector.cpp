#include "tacit/core/weight_vector.hpp"

#include <sys/mman.h>

#include <new>

namespace tacit {

void* ZeroPages::map(std::size_t bytes) {
  void* zeros = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (zeros == MAP_FAILED) throw std::bad_alloc();
  return zeros;
}

void touch_first(std::vector<std::uint8_t>& touched, std::size_t pages, std::size_t marked) {
  touched.resize(pages, 0);
  std::fill_n(touched.begin(), marked, std::uint8_t{1});
}

void ZeroPages::operator()(void* zeros) const { munmap(zeros, bytes); }

}  // namespace tacit
