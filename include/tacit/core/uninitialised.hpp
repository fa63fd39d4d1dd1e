// A vector whose growth leaves new elements as they are: for buffers that are written before they are read.
#pragma once

#include <memory>
#include <new>
#include <utility>
#include <vector>

namespace tacit {

template <class T>
struct UninitialisedAllocator : std::allocator<T> {
  template <class Other>
  struct rebind {  // NOLINT: the name that allocators give it
    using other = UninitialisedAllocator<Other>;
  };

  template <class U>
  void construct(U* place) noexcept {
    ::new (static_cast<void*>(place)) U;
  }
  template <class U, class... Arguments>
  void construct(U* place, Arguments&&... arguments) {
    ::new (static_cast<void*>(place)) U(std::forward<Arguments>(arguments)...);
  }
};

template <class T>
using UninitialisedVector = std::vector<T, UninitialisedAllocator<T>>;

}  // namespace tacit
