// The implicit step of the softmax loss, for one example or for many experts at once.
//
// With c = weight m / lambda and v_k = u_k - u_y, the changes w_k of all classes but y and the loss after the step, h, solve
//   w_k + ln w_k = v_k + ln c - h - S,   S = c (1 - e^-h),   sum of w_k = S:
// S is how far the label rises, e^-h its probability then. The sum falls as h grows, and S rises. Halley's method moves h, which
// keeps its digits whether c is tiny or large. Every w_k begins within 6 % and follows h by steps of Fritsch, Shafer and Crowley,
// whose error is the fourth power of the one before; each carries its logarithm along. What the w_k miss counts in the sum, so
// that all converge at once, in three rounds or so.
//
// A step that is short for all goes a shorter way (softmax_short_step.hpp). softmax_sight.hpp says what `Classes` holds.
#pragma once

#include <cstddef>

#include "tacit/core/lambert.hpp"
#include "tacit/losses/softmax_short_step.hpp"
#include "tacit/losses/softmax_sight.hpp"

namespace tacit {

template <class Classes>
class SoftmaxStep {
 public:
  using Each = typename Classes::Each;
  using One = typename Classes::One;

  explicit SoftmaxStep(const Classes& classes) : classes_(classes) {}

  struct Found {
    One loss;   // h
    One risen;  // S
  };

  // Writes how far every other score falls, and their logarithms on the way. c is above 0.
  Found take(const SoftmaxSight<One>& seen, const One& c) const {
    const SoftmaxShortStep<Classes> short_step(classes_, seen, c);
    if (!everywhere(short_step.is_one())) return take_long(seen, c);
    const One risen = short_step.take();
    return {log_one_plus(risen / (c - risen)), risen};
  }

 private:
  static constexpr int most_iterations = 60;
  static constexpr double near = 1e-5;  // the error that is left is its third power
  static constexpr double tiny = -36;   // below it w is its exponential, to all digits

  Found take_long(const SoftmaxSight<One>& seen, const One& c) const {
    const One log_c = logarithm(c);
    One h = start(seen, c, log_c);
    One risen = -c * exponential_minus_one(-h);
    One all = (log_c - h) - risen;
    begin(seen, all);
    for (int iteration = 0; iteration < most_iterations; ++iteration) {
      One missed;
      const One wanted = h + way(all, c - risen, risen, missed);
      const One last = all;
      h = smaller(seen.loss, larger(0.25 * h, wanted));
      risen = -c * exponential_minus_one(-h);
      all = (log_c - h) - risen;
      const One moved = magnitude(all - last);
      if (everywhere(larger(missed, moved) <= One(near))) {
        follow<false>(all);
        break;
      }
      if (everywhere(moved <= One(0.25))) {
        follow<true>(all);
      } else {
        begin(seen, all);
      }
    }
    return {h, risen};
  }

  static Each load(const double* from) { return Each::loaded(from); }
  static void store(const Each& numbers, double* to) { numbers.store(to); }

  // h from how far the label rises: where the step is short by one Newton step from none, else from the logarithms of both tails.
  static One start(const SoftmaxSight<One>& seen, const One& c, const One& log_c) {
    const One error = seen.others / (seen.own + seen.others);
    const One far = c * error;
    const One newton = far / (1.0 + 2.0 * far * (1.0 - error));
    const auto is_short = far <= One(1.0);
    One risen = newton;
    if (!everywhere(is_short)) {
      const One reach = seen.most + log_c;
      const One tail = 0.5 * (reach - logarithm_of_normal(larger(One(1.0), reach)));
      risen = choose(is_short, newton, smaller(0.999 * far, larger(newton, tail)));
    }
    // The label's probability grows at most by e^(2 risen), which tells more than c - risen where nearly all of c is used up.
    const One of_rest = -logarithm_of_normal(larger(1.0 - risen / c, One(1e-300)));
    const One found = smaller(seen.loss, larger(of_rest, seen.loss - 2.0 * risen));
    // No label rises so far: w of the largest lead is at least S / K. Beyond, where c is out of all proportion, h would need more
    // rounds than there are to come down from a start at the whole of c.
    const One most_risen = 1e6 * larger(One(1.0), seen.most + log_c);
    const auto is_beyond = newton > most_risen;
    if (!somewhere(is_beyond)) return found;
    return choose(is_beyond, smaller(seen.loss, log_one_plus(most_risen / (c - most_risen))), found);
  }

  // How far h should go: the sum of all w, were each what it approaches, less S, and two derivatives of it.
  One way(const One& all, const One& left, const One& risen, One& missed) const {
    const Each common = all;
    Each sum = 0.0;
    Each falls = 0.0;
    Each bends = 0.0;
    Each most = 0.0;
    classes_.for_each([&](const Each& lead, std::size_t at) {
      const Each w = load(classes_.changes + at);
      const Each z = ((lead + common) - w) - load(classes_.logs + at);
      const Each by = 1.0 / (1.0 + w);
      const Each fall = w * by;
      const Each bend = fall * by * by;
      sum += w + z * (fall + 0.5 * z * bend);
      falls += fall + z * bend;
      bends += bend;
      most = larger(most, magnitude(z));
    });
    missed = Classes::largest(most);
    const One slope = Classes::sum(falls);
    const One steep = slope * (1.0 + left) + left;
    const One newton = (Classes::sum(sum) - risen) / steep;
    const One turn = ((1.0 + left) / steep) * ((1.0 + left) * Classes::sum(bends)) + (left / steep) * (slope + 1.0);
    return newton / larger(One(0.5), 1.0 - 0.5 * newton * turn);
  }

  void begin(const SoftmaxSight<One>& seen, const One& all) const {
    const One shift = seen.above + all;
    const bool is_far = somewhere(shift > One(600.0));  // some exponentials may have been too small for a number
    const Each scale = exponential(shift);
    const Each common = all;
    classes_.for_each([&](const Each& lead, std::size_t at) {
      const Each t = lead + common;
      const Each x = is_far ? exponential(t) : load(classes_.exps + at) * scale;
      const auto is_large = t > Each(1.0);
      Each w = lambert::start_of_small(x);
      if (somewhere(is_large)) w = choose(is_large, lambert::start_of_large(larger(t, Each(1.0))), w);
      const auto is_tiny = t < Each(tiny);
      store(choose(is_tiny, x, w), classes_.changes + at);
      store(choose(is_tiny, t, logarithm_of_normal(larger(w, Each(1e-16)))), classes_.logs + at);
    });
  }

  template <bool GoesOn>
  void follow(const One& all) const {
    const Each common = all;
    classes_.for_each([&](const Each& lead, std::size_t at) {
      const Each w = load(classes_.changes + at);
      const Each log = load(classes_.logs + at);
      const Each grown = lambert::growth(w, ((lead + common) - w) - log);
      store(w + w * grown, classes_.changes + at);
      if (GoesOn) store(log + elementary::log1p_near_zero(grown), classes_.logs + at);
    });
  }

  const Classes& classes_;
};

}  // namespace tacit
