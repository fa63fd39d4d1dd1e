// The numbers that a learner carries from one round to the next. Each has limits, which every run keeps and every model file must
// keep.
#pragma once

namespace tacit {

struct Limits {
  double least = 0;
  double most = 1e300;
};

inline constexpr Limits any_count{0, 0x1p53};

}  // namespace tacit
