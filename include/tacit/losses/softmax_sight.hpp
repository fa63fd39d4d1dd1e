// What a softmax step begins with: exponentials of the scores, and what is known from them before the step.
//
// `Classes` holds the numbers of all classes but y, v_k = u_k - u_y. A One is a number per step; an Each, of the same type or
// broader, holds those of a class or of a few. for_each(f) calls f(lead, at), where `at` is the place of an Each in exps, changes
// and logs; sum and largest take an Each to a One.
#pragma once

#include <cstddef>

#include "tacit/core/elementary.hpp"
#include "tacit/core/lane_masks.hpp"

namespace tacit {

// All exponentials are of v_k - above.
template <class One>
struct SoftmaxSight {
  One most;     // the largest v_k
  One above;    // the larger of that and 0
  One others;   // the sum of all exponentials but that of y
  One squares;  // that of their squares
  One own;      // that of y
  One loss;
};

// e^x for x up to 0, or 0 where no normal number holds it: processors take ten times as long for what underflows.
template <class R>
TACIT_LANE inline R chance_of_lead(R x) {
  const R least = -708.0;
  return choose(x < least, R(0.0), exponential(larger(x, least)));
}

// Writes the exponentials.
template <class Classes>
SoftmaxSight<typename Classes::One> see_softmax(const Classes& classes) {
  using Each = typename Classes::Each;
  using One = typename Classes::One;
  SoftmaxSight<One> seen;
  Each most = -1e300;
  classes.for_each([&](const Each& lead, std::size_t) { most = larger(most, lead); });
  seen.most = Classes::largest(most);
  seen.above = larger(One(0.0), seen.most);
  const Each above = seen.above;
  Each others = 0.0;
  Each squares = 0.0;
  classes.for_each([&](const Each& lead, std::size_t at) TACIT_INLINE_LAMBDA {
    const Each one = chance_of_lead(lead - above);
    others += one;
    squares += one * one;
    one.store(classes.exps + at);
  });
  seen.others = Classes::sum(others);
  seen.squares = Classes::sum(squares);
  const auto leads = seen.above == One(0.0);
  seen.own = everywhere(leads) ? One(1.0) : exponential(-seen.above);
  const auto is_small = leads && seen.others <= One(1.0);
  seen.loss = log_one_plus(smaller(seen.others, One(1.0)));
  if (!everywhere(is_small)) seen.loss = choose(is_small, seen.loss, seen.above + logarithm(seen.own + seen.others));
  return seen;
}

}  // namespace tacit
