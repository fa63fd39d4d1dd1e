// The limits of a number that a learner carries from one round to the next. Every run keeps within them, and every model file
// must.
#pragma once

namespace tacit {

struct Limits {
  double low = 0;
  double high = 1e300;
};

// A count up to which every whole number is a double, so that no other one is read as it.
inline constexpr Limits any_count{0, 0x1p53 - 1};

}  // namespace tacit
