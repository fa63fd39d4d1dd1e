// Lambert's function of a logarithm: the w > 0 for which w + ln w = t, that is W(e^t). The argument e^t itself may be beyond
// numbers.
//
// Below t = 1 it is a quotient of polynomials in e^t (lambert_ratio.hpp). Beyond, two steps of Fritsch, Shafer and Crowley, whose
// error is the fourth power of the one before, from a start within 6 % of w. They need the residual z = t - w - ln w. The
// relative error is a few units in the last place for t from -700 to 1e300.
#pragma once

#include "tacit/core/elementary.hpp"
#include "tacit/core/lambert_ratio.hpp"

namespace tacit {

namespace lambert {

// By which part of itself w has to grow, z being its residual. Everything is divided by 1 + w, lest it overflow.
template <class R>
R growth(R w, R z) {
  const R newton = z / (1.0 + w);
  const R q = 2.0 * ((1.0 + w) + (2.0 / 3) * z);
  return newton * ((q - newton) / (q - 2.0 * newton));
}

// Within 6 % of w for x = e^t up to e: a quotient of polynomials with W's first four derivatives at 0.
template <class R>
R start_of_small(R x) {
  return x * ((60.0 + x * (114.0 + 17.0 * x)) / (60.0 + x * (174.0 + 101.0 * x)));
}

// Within 6 % of w for t >= 1.
template <class R>
R start_of_large(R t) {
  return t - logarithm_of_normal(t) * (t / (1.0 + t));
}

// t <= 1.
template <class R>
R of_small(R t) {
  const R x = exponential(t);
  return x * ratio(x);
}

// t >= 1.
template <class R>
R of_large(R t) {
  const R start = start_of_large(t);
  const R log_start = logarithm(start);
  const R first = growth(start, (t - start) - log_start);
  const R w = start + start * first;
  return w + w * growth(w, (t - w) - (log_start + elementary::log1p_near_zero(first)));
}

}  // namespace lambert

template <class R>
R lambert_of_log(R t) {
  const auto small = t < 1.0;
  if (everywhere(small)) return lambert::of_small(t);
  const R large = lambert::of_large(larger(t, R(1.0)));
  return somewhere(small) ? choose(small, lambert::of_small(smaller(t, R(1.0))), large) : large;
}

}  // namespace tacit
