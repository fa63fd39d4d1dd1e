#include "learners/mixture/views.hpp"

#include <vector>

namespace tacit {

Row without_crosses(const Row& z, std::size_t first, std::size_t behind) {
  thread_local std::vector<Index> indices;
  thread_local std::vector<double> values;
  indices.assign(z.index, z.index + first);
  indices.insert(indices.end(), z.index + behind, z.index + z.size);
  values.assign(z.value, z.value + first);
  values.insert(values.end(), z.value + behind, z.value + z.size);
  return {indices, values};
}

}  // namespace tacit
