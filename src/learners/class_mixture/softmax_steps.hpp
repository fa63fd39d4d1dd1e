// The implicit step of the softmax loss for many experts at once: the same label, other scores and rates.
//
// With c = weight m / lambda and v_k = u_k - u_y, the changes w_k of all other classes and the loss after the step, h, solve
//   w_k + ln w_k = v_k + ln c - h - S,   S = c (1 - e^-h),   sum of w_k = S:
// S is how far the label rises, e^-h its probability then. The sum falls as h grows, and S rises. Newton's method moves h, which
// keeps its digits whether c is tiny or large; every w follows by a step of Fritsch, Shafer and Crowley, whose error is the
// fourth power of that of h, and carries its logarithm along.
#pragma once

#include <cstddef>

#include "tacit/core/lambert.hpp"
#include "tacit/core/lanes.hpp"

namespace tacit {

// R has a lane per expert; numbers per class lie `R::count` apart.
template <class R>
struct SoftmaxSteps {
  const double* scores;
  std::size_t classes;
  std::size_t y;

  // Writes how far each score falls, and uses as much room for logarithms. `fall` is that of the loss, `squares` the sum of
  // squares of all changes. c is above 0.
  void take(const R& c, double* changes, double* logs, R& fall, R& squares) const {
    const R log_c = logarithm(c);
    R before;
    R after = start(c, log_c, before);
    R rise = -c * exponential_minus_one(-after);
    R all = (log_c - after) - rise;
    evaluate(all, changes, logs);
    for (int iteration = 0; iteration < most_iterations; ++iteration) {
      const R left = c - rise;
      R excess = -rise;
      R falls = 0.0;
      for_others([&](std::size_t k) TACIT_INLINE_LAMBDA {
        const R w = R::loaded(changes + k * R::count);
        excess += w;
        falls += w / (1.0 + w);
      });
      const R wanted = after + excess / (falls * (1.0 + left) + left);
      const R next = smaller(before, larger(0.25 * after, wanted));
      const R step = magnitude(next - after);
      after = next;
      rise = -c * exponential_minus_one(-after);
      all = (log_c - after) - rise;
      if (everywhere(step * (1.0 + left) <= R(0.25))) {
        follow(all, changes, logs);
      } else {
        evaluate(all, changes, logs);
      }
      if (everywhere(step * (1.0 + left) <= R(1e-8))) break;  // the error that is left is its square
    }
    fall = before - after;
    R risen = 0.0;
    squares = 0.0;
    for_others([&](std::size_t k) TACIT_INLINE_LAMBDA {
      const R w = R::loaded(changes + k * R::count);
      risen += w;
      squares += w * w;
    });
    squares += risen * risen;
    (-risen).store(changes + y * R::count);
  }

 private:
  static constexpr int most_iterations = 60;

  template <class Function>
  [[gnu::always_inline]] void for_others(Function f) const {
    for (std::size_t k = 0; k < classes; ++k) {
      if (k != y) f(k);
    }
  }
  R lead(std::size_t k) const { return R::loaded(scores + k * R::count) - R::loaded(scores + y * R::count); }

  // h from how far the label rises: where the step is short by one Newton step from none, else from the logarithms of both tails.
  R start(const R& c, const R& log_c, R& before) const {
    R most = -1e300;
    for_others([&](std::size_t k) TACIT_INLINE_LAMBDA { most = larger(most, lead(k)); });
    const R above = larger(R(0.0), most);
    R others = 0.0;
    for_others([&](std::size_t k) TACIT_INLINE_LAMBDA { others += exponential(lead(k) - above); });
    const R own = exponential(-above);
    const R sum = own + others;
    before = choose(above == R(0.0) && others <= R(1.0), log_one_plus(smaller(others, R(1.0))), above + logarithm(sum));
    const R error = others / sum;
    const R far = c * error;
    const R newton = far / (1.0 + 2.0 * far * (1.0 - error));
    const R reach = most + log_c;
    const R tail = 0.5 * (reach - logarithm(larger(R(1.0), reach)));
    const R risen = choose(far <= R(1.0), newton, smaller(0.999 * far, larger(newton, tail)));
    // The label's probability grows at most by e^(2 risen), which tells more than c - risen where nearly all of c is used up.
    const R of_rest = -logarithm(larger(1.0 - risen / c, R(1e-300)));
    return smaller(before, larger(of_rest, before - 2.0 * risen));
  }

  void evaluate(const R& all, double* changes, double* logs) const {
    for_others([&](std::size_t k) TACIT_INLINE_LAMBDA {
      const R t = lead(k) + all;
      const R w = lambert_of_log(t);
      w.store(changes + k * R::count);
      (t - w).store(logs + k * R::count);
    });
  }
  void follow(const R& all, double* changes, double* logs) const {
    for_others([&](std::size_t k) TACIT_INLINE_LAMBDA {
      const R w = R::loaded(changes + k * R::count);
      const R log = R::loaded(logs + k * R::count);
      const R grown = lambert::growth(w, ((lead(k) + all) - w) - log);
      (w + w * grown).store(changes + k * R::count);
      (log + elementary::log1p_near_zero(grown)).store(logs + k * R::count);
    });
  }
};

}  // namespace tacit
