// An array of zeros that takes memory only where it is written to.
#pragma once

#include <cstddef>
#include <memory>

namespace tacit {

struct ZeroPages {
  std::size_t bytes = 0;

  static void* map(std::size_t bytes);  // throws std::bad_alloc
  void operator()(void* zeros) const;
};

template <class T>
using ZeroArray = std::unique_ptr<T[], ZeroPages>;

template <class T>
ZeroArray<T> zero_array(std::size_t size) {
  return {static_cast<T*>(ZeroPages::map(size * sizeof(T))), ZeroPages{size * sizeof(T)}};
}

}  // namespace tacit
