// Lambert's function of a logarithm: the w > 0 for which w + ln w = t, that is W(e^t). The argument e^t itself may be beyond
// numbers.
//
// Up to t = 1, e^t is at most e, and W of it is a quotient of polynomials. Beyond, two steps of Fritsch, Shafer and Crowley, whose
// error is the fourth power of the one before, from a start within 6 % of w. They need the residual z = t - w - ln w. The relative
// error is a few units in the last place for t from -700 to 1e300.
#pragma once

#include <array>

#include "tacit/core/elementary.hpp"

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

// W(x) / x is the quotient of these on [0, e], with a relative error of 1.7e-16; the error reaches 7e-9 at 2 e. It has the value 1
// at 0 and 18 more in common with W(x) / x, at Zolotarev's points of the square root of x + 1/e, which is where W begins. No term
// is below 0, so nothing cancels.
inline constexpr std::array<double, 10> above_line{1.0,
                                                   0x1.0cdb3966dc58dp+3,
                                                   0x1.bd65477017684p+4,
                                                   0x1.740a63cb0e022p+5,
                                                   0x1.4d99003eac17bp+5,
                                                   0x1.3d902ca3edf5fp+4,
                                                   0x1.2b8b90dd8ebddp+2,
                                                   0x1.e23c6d03939afp-2,
                                                   0x1.d86d55a02c3edp-7,
                                                   0x1.d55f7ce085136p-16};
inline constexpr std::array<double, 10> below_line{1.0,
                                                   0x1.2cdb3966dc58dp+3,
                                                   0x1.1de97211c2cb9p+5,
                                                   0x1.1b3b7ad5c972cp+6,
                                                   0x1.3b0ca334d09c1p+6,
                                                   0x1.8c4665644d3fdp+5,
                                                   0x1.0f2be89732b2dp+4,
                                                   0x1.7172fc545434dp+1,
                                                   0x1.a4cca3f99af33p-3,
                                                   0x1.0b79b527b7acbp-8};

// W(x) / x for x in [0, e].
template <class R>
R ratio(R x) {
  return elementary::polynomial(above_line, x) / elementary::polynomial(below_line, x);
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
  const auto small = t <= 1.0;
  if (everywhere(small)) return lambert::of_small(t);
  const R large = lambert::of_large(larger(t, R(1.0)));
  return somewhere(small) ? choose(small, lambert::of_small(smaller(t, R(1.0))), large) : large;
}

}  // namespace tacit
