// Whether two examples have the same loss, as a function of the weights.
#pragma once

#include <algorithm>

#include "tacit/data/dataset.hpp"

namespace tacit {

inline bool same_loss(const Example& a, const Example& b) {
  const std::size_t size = a.features.size;
  return a.label == b.label && a.weight == b.weight && size == b.features.size &&
         std::equal(a.features.index, a.features.index + size, b.features.index) &&
         std::equal(a.features.value, a.features.value + size, b.features.value);
}

}  // namespace tacit
