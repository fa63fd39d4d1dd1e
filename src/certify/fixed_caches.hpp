// Eigen splits sums by the sizes of the caches. The machine's own sizes would give other sums elsewhere.
#pragma once

#include <Eigen/Core>

namespace tacit::comparing {

struct FixedCaches {
  FixedCaches() { Eigen::setCpuCacheSizes(32 << 10, 256 << 10, 2 << 20); }
};

}  // namespace tacit::comparing
