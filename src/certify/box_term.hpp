// The boxes of rows in an interior point method: each has a slope s and multipliers u, v of its ends.
//
// With a row's prediction p the minimum has p - kink - bend s = u - v, where u (high - s) and v (s - low) vanish; on the way they
// are held at mu (interior_point.hpp).
#pragma once

#include <algorithm>
#include <cmath>

#include "certify/boxes.hpp"

namespace tacit::comparing {

// One box of one row.
struct BoxTerm {
  double below;  // s - low
  double above;  // high - s
  double u;
  double v;

  double slope(const Box& box) const {
    const double s = below < above ? box.low + below : box.high - above;
    return std::clamp(s, box.low, box.high);
  }
  // How much s gives way when p moves by 1.
  double give(const Box& box) const { return 1 / (box.bend + u / above + v / below); }
};
struct BoxMove {
  double s;
  double u;
  double v;
};
// The changes wanted of u (high - s) and v (s - low).
struct BoxAim {
  double u;
  double v;
};

// A term on the central path, if gradient and bend are left out: it solves mu / above - mu / below = -kink, a quadratic equation.
inline BoxTerm central_term(const Box& box, double mu) {
  const double half = 0.5 * (box.high - box.low);
  const double pressure = -box.kink * half;
  const double aside = std::fabs(pressure) / (std::sqrt(pressure * pressure + mu * mu) + mu);
  const double near = half * std::max(1 - aside, 1e-9);
  const double far = 2 * half - near;
  return pressure < 0 ? BoxTerm{near, far, mu / far, mu / near} : BoxTerm{far, near, mu / near, mu / far};
}

// ds = give (dp + pull): what moves s other than p.
inline double pull(const BoxTerm& term, const BoxAim& aim, const Box& box, double p) {
  return p - box.kink - box.bend * term.slope(box) - term.u + term.v - aim.u / term.above + aim.v / term.below;
}

// The reciprocal of the largest step before a number of the term that must be positive is not; at least `fastest`.
inline double faster(double fastest, const BoxTerm& term, const BoxMove& move) {
  return std::max({fastest, -move.s / term.below, move.s / term.above, -move.u / term.u, -move.v / term.v});
}

// u above + v below after such a step.
inline double products_after(const BoxTerm& term, const BoxMove& move, double step) {
  return (term.u + step * move.u) * (term.above - step * move.s) + (term.v + step * move.v) * (term.below + step * move.s);
}

inline void go(BoxTerm& term, const BoxMove& move, double step) {
  term.below += step * move.s;
  term.above -= step * move.s;
  term.u += step * move.u;
  term.v += step * move.v;
}

}  // namespace tacit::comparing
