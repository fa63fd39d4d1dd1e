// A sum that carries along what each addition rounds away (Knuth): it is right to the last digit, however many terms it has.
#pragma once

#include "tacit/core/state.hpp"

namespace tacit {

template <class R>
class PreciseSumOf {
 public:
  void add(const R& term) {
    const R sum = sum_ + term;
    const R added = sum - sum_;
    lost_ += (sum_ - (sum - added)) + (term - added);
    sum_ = sum;
  }
  R value() const { return sum_ + lost_; }

  template <class Visitor>
  void visit_state(Visitor&& visitor) {
    visitor("sum", sum_, Limits{});
    visitor("lost", lost_, Limits{-1e300, 1e300});
  }

 private:
  R sum_ = 0;
  R lost_ = 0;
};

using PreciseSum = PreciseSumOf<double>;

}  // namespace tacit
