// A divisor that stays what it is. The inverse of a power of two is exact: multiplying by it gives the bits that dividing would,
// and takes less time.
#pragma once

#include <cmath>

#include "tacit/core/number.hpp"

namespace tacit {

template <class R>
class Divisor {
 public:
  Divisor(const R& divisor) : divisor_(divisor), inverse_(1.0 / divisor) {  // NOLINT: it stands where the number stood
    each_lane(
        [this](double one) {
          int exponent = 0;
          exact_ = exact_ && std::frexp(one, &exponent) == 0.5 && std::isfinite(1.0 / one);
          return one;
        },
        divisor);
  }

  friend R operator/(const R& x, const Divisor& by) { return by.exact_ ? x * by.inverse_ : x / by.divisor_; }

 private:
  R divisor_;
  R inverse_;
  bool exact_ = true;
};

}  // namespace tacit
