// Arrays of numpy that copy nothing, and that take no memory before they are written.
#pragma once

#include <pybind11/numpy.h>

#include <memory>
#include <vector>

namespace tacit::python {

// The array sees the elements as T, which has the size of Stored.
template <class T, class Stored>
pybind11::array_t<T> owned_array(std::vector<Stored> values) {
  static_assert(sizeof(T) == sizeof(Stored));
  auto kept = std::make_unique<std::vector<Stored>>(std::move(values));
  auto* const data = reinterpret_cast<T*>(kept->data());
  const std::size_t size = kept->size();
  const pybind11::capsule owner(kept.release(), [](void* vector) { delete static_cast<std::vector<Stored>*>(vector); });
  return pybind11::array_t<T>({size}, {sizeof(T)}, data, owner);
}

// Zeros. The system gives their memory when they are written: a large index alone takes none.
template <class... Sizes>
pybind11::array_t<double, pybind11::array::c_style> zeros(Sizes... sizes) {
  return pybind11::module_::import("numpy").attr("zeros")(pybind11::make_tuple(sizes...));
}

}  // namespace tacit::python
