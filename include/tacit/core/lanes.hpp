// Many numbers at once: the number type of a sweep.
#pragma once

#include <experimental/simd>

namespace tacit {

inline constexpr int lane_count = 8;

using Lanes = std::experimental::fixed_size_simd<double, lane_count>;

}  // namespace tacit
