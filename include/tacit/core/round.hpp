// What one round of a learner did. Everything that is printed, traced, summed or proved is computed from these numbers.
//
// A learner with several outputs has a score per class. Then `prediction` is the class with the largest score, the first of
// equals: a class number like the label, so that traces, mistakes and metrics compare the two without knowing of scores. Whoever
// needs the scores themselves asks AnyLearner::learn for them; what the label's own score was worth is in `loss_before`.
#pragma once

#include "tacit/core/number.hpp"

namespace tacit {

template <class R>
struct RoundOf {
  R prediction = 0;        // <z_t, x_t>
  R loss_before = 0;       // l_t(x_t), importance weight included, less `least`
  R loss_after = 0;        // l_t(x_{t+1}), likewise
  R divergence = 0;        // B(x_{t+1}, x_t)
  R lambda = 0;            // 1 / eta_t
  R squared_gradient = 0;  // ||g_t||^2 in the dual norm, g_t the least-norm subgradient of l_t at x_t

  // delta_t of the paper's equation for AdaImplicit, l_t(x_t) - l_t(x_{t+1}) - lambda_t B(x_{t+1}, x_t): the progress of the
  // round net of the price of moving. An implicit update never makes it negative but for rounding; a linear one may. Learners
  // compute it from the change of the prediction: the difference of two large losses would have lost it.
  R delta = 0;

  // The least value of the loss, where that is left out (HasLeast). Learners do not know of it: whoever reports their rounds
  // puts it in.
  R least = 0;

  // What is reported as the loss before and after.
  R paid() const { return loss_before + least; }
  R paid_after() const { return loss_after + least; }
  // The price of moving.
  R price() const { return choose(lambda > 0.0, lambda * divergence, R(0.0)); }
  // delta_t by subtraction, for learners that know no better.
  R difference() const { return loss_before - loss_after - price(); }
};

using Round = RoundOf<double>;

// 0 if all numbers of a round are finite, else NaN: then the learner has diverged.
template <class R>
R beyond_numbers(const RoundOf<R>& round) {
  return 0.0 * round.prediction + 0.0 * round.loss_before + 0.0 * round.loss_after + 0.0 * round.divergence +
         0.0 * round.squared_gradient;
}

inline bool is_sound(const Round& round) { return beyond_numbers(round) == 0; }

// delta_t >= 0 in exact arithmetic (the first of the paper's three properties).
template <class R>
R progress(const RoundOf<R>& round) {
  return larger(R(0.0), round.delta);
}

}  // namespace tacit
