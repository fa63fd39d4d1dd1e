// The softmax step where the label leads and c is not large: most steps of a learner that knows its data.
//
// With E_k = e^(v_k), every w_k is W(E_k q), W Lambert's function and q = (c - S) e^-S, and W is a quotient of polynomials
// (core/lambert_ratio.hpp), so that S alone is unknown: sum of W(E_k q) = S. It begins where a step of one class would end that
// has the same first two derivatives, and moves by a method of the fourth order. From the last place at which they were computed,
// the w_k go on by three terms of Taylor's series.
#pragma once

#include <cstddef>

#include "tacit/core/lambert_ratio.hpp"
#include "tacit/core/lane_masks.hpp"
#include "tacit/losses/softmax_sight.hpp"

namespace tacit {

template <class Classes>
class SoftmaxShortStep {
 public:
  using Each = typename Classes::Each;
  using One = typename Classes::One;

  SoftmaxShortStep(const Classes& classes, const SoftmaxSight<One>& seen, const One& c) : classes_(classes), seen_(seen), c_(c) {}

  // E_k q stays below e, and the label keeps half of the probability.
  auto is_one() const { return seen_.loss <= One(elementary::ln2) && c_ * seen_.others <= One(2.718); }

  // Writes every w_k and returns S.
  One take() const {
    One risen = start();
    for (int iteration = 0; iteration < most_iterations; ++iteration) {
      const One left = c_ - risen;
      const Sums sums = evaluate(left * exponential(-risen));
      const Way way = find_way(sums, risen, left);
      risen = larger(One(0.0), risen + way.risen);
      if (!everywhere(magnitude(way.fallen) <= One(near))) continue;
      finish(way.fallen);
      break;
    }
    return risen;
  }

 private:
  static constexpr int most_iterations = 20;
  static constexpr double near = 1e-4;  // the error that is left is its fourth power

  struct Sums {
    One all;    // of w
    One first;  // of its derivatives by ln q
    One second;
    One third;
  };
  struct Way {
    One risen;   // how far S goes
    One fallen;  // and ln q
  };

  // The label's probability p falls short of 1 by e, and S = c e - p (1 + n) (c e)^2 + ..., n the sum of squares of the others'
  // shares of e: as of a W(a c e) / a with a = p (1 + n).
  One start() const {
    const One label = 1.0 / (1.0 + seen_.others);
    const One far = c_ * seen_.others * label;
    const One shares = seen_.squares / larger(seen_.others * seen_.others, One(1e-300));
    return far * lambert::ratio(far * label * (1.0 + shares));
  }

  Sums evaluate(const One& q) const {
    const Each scale = q;
    Each all = 0.0;
    Each first = 0.0;
    Each second = 0.0;
    Each third = 0.0;
    classes_.for_each([&](const Each&, std::size_t at) TACIT_INLINE_LAMBDA {
      const Each x = Each::loaded(classes_.exps + at) * scale;
      const Each w = x * lambert::ratio(x);
      const Each by = 1.0 / (1.0 + w);
      const Each fall = w * by;
      const Each bend = fall * by * by;
      all += w;
      first += fall;
      second += bend;
      third += bend * by * by * (1.0 - 2.0 * w);
      w.store(classes_.changes + at);
      by.store(classes_.logs + at);
    });
    return {Classes::sum(all), Classes::sum(first), Classes::sum(second), Classes::sum(third)};
  }

  // As S grows by s, ln q falls by s + s/left + (s/left)^2/2 + ...
  static Way find_way(const Sums& sums, const One& risen, const One& left) {
    const One by_left = 1.0 / left;
    const One rate = 1.0 + by_left;
    const One slope = 1.0 / (1.0 + sums.first * rate);
    const One newton = (sums.all - risen) * slope;
    const One part = newton * by_left;
    const One fall = newton * rate;
    const One curved = (sums.first * by_left) * part;
    const One bent = (sums.second * rate) * fall;
    const One turn = 0.5 * slope * (curved - bent);
    const One twist =
        (1.0 / 6) * slope * ((sums.third * rate) * fall * fall - 3.0 * part * (sums.second * rate) * part + 2.0 * curved * part);
    const One longer = 1.0 - turn + (2.0 * turn * turn - twist);
    const One moved = newton * longer;
    const One of_left = part * longer;
    return {moved, -(moved + of_left * (1.0 + of_left * (0.5 + (1.0 / 3) * of_left)))};
  }

  void finish(const One& fallen) const {
    const Each d = fallen;
    classes_.for_each([&](const Each&, std::size_t at) TACIT_INLINE_LAMBDA {
      const Each w = Each::loaded(classes_.changes + at);
      const Each by = Each::loaded(classes_.logs + at);
      const Each bend = by * by * (1.0 + (1.0 / 3) * d * by * by * (1.0 - 2.0 * w));
      (w + w * by * d * (1.0 + 0.5 * d * bend)).store(classes_.changes + at);
    });
  }

  const Classes& classes_;
  const SoftmaxSight<One>& seen_;
  const One& c_;
};

}  // namespace tacit
