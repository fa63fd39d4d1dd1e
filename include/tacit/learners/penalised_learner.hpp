// Online mirror descent in the whole space whose steps pay for the size of the weights,
//   x_{t+1} = argmin  l_t(<z, x>) + mu_1 |x|_1 + mu_2/2 |x|^2 + lambda/2 |x - x_t|^2,
// solved exactly (penalised_step.hpp) in O(n log n) for a row of n values: weights outside the row only shrink, and that costs
// nothing (shrunk_vector.hpp). The bias, index 0, pays nothing.
//
// delta_t is the progress on the loss and on the penalty of the row's own weights, net of the price of moving these: that is
// never negative, so that lambda only grows. What weights outside the row gain by shrinking does not count.
//
// At lambda = 0 every penalised weight would go. AdaImplicit therefore starts from small_first_lambda, and until its first
// progress nothing is paid: the bias, which is free, would take all of that step.
#pragma once

#include <concepts>
#include <type_traits>
#include <utility>

#include "tacit/core/round.hpp"
#include "tacit/core/shrunk_vector.hpp"
#include "tacit/learners/learner.hpp"
#include "tacit/learners/penalised_step.hpp"
#include "tacit/learners/penalty.hpp"
#include "tacit/learners/state.hpp"
#include "tacit/learners/updates.hpp"

namespace tacit {

template <class L, class Update, StepSize S>
class PenalisedLearner {
 public:
  PenalisedLearner(L loss, Penalty penalty, S step_size)
      : loss_(std::move(loss)), penalty_(penalty), step_size_(std::move(step_size)) {
    require_penalty(penalty);
    if constexpr (StartsAtZero<S>) step_size_.start_from(small_first_lambda);
    first_lambda_ = step_size_.lambda(0.0);
  }

  double predict(Row z) const { return x_.product(z); }

  Round learn(Row z, double y, double weight = 1) {
    x_.reach(z);
    const WeightedLoss<L> loss{loss_, y, weight};
    const double prediction = x_.product(z);
    const double slope = loss.slope(prediction);
    const double squared_gradient = slope * slope * squared_norm(z);
    Round round{.prediction = prediction,
                .loss_before = loss.value(prediction),
                .loss_after = 0,
                .divergence = 0,
                .lambda = step_size_.lambda(squared_gradient),
                .squared_gradient = squared_gradient};
    round.loss_after = round.loss_before;
    if (round.lambda > 0.0) move(z, loss, slope, round);
    step_size_.observe(round);
    if constexpr (Restarting<S>) {
      if (step_size_.restart_due()) restart();
    }
    return round;
  }

  const ShrunkVector& weights() const { return x_; }
  ShrunkVector& weights() { return x_; }
  // x_1, to which restarts return.
  const SparseWeights& start() const { return x_1_; }
  void start_from(const SparseWeights& weights) {
    x_1_ = weights;
    restart();
  }
  const S& step_size() const { return step_size_; }
  S& step_size() { return step_size_; }

 private:
  // How far AdaImplicit knows the scale of the losses.
  bool knows_scale(double lambda) const { return !starts_small() || lambda > first_lambda_; }
  bool starts_small() const {
    if constexpr (requires { step_size_.starts_at_zero(); }) {
      return step_size_.starts_at_zero();
    } else {
      return StartsAtZero<S>;
    }
  }

  void move(Row z, const WeightedLoss<L>& loss, double slope, Round& round) {
    const Penalty penalty = knows_scale(round.lambda) ? penalty_ : Penalty{};
    const double threshold = penalty.l1 / round.lambda;
    const double hold = 1.0 + penalty.l2 / round.lambda;
    auto& weights = step_.weights();
    weights.clear();
    for (std::size_t i = 0; i < z.size; ++i) {
      const bool pays = z.index[i] != 0;
      weights.push_back({.z = z.value[i],
                         .centre = x_.at(z.index[i]),
                         .rate = z.value[i] / round.lambda,
                         .mu = pays ? threshold : 0.0,
                         .hold = pays ? hold : 1.0});
    }
    // The loss itself may pull where the shrunk weights are, even if it did not at x_t; a tangent does not.
    PenalisedStep::Answer answer{};
    constexpr bool is_loss = std::same_as<Update, ImplicitUpdate>;
    const bool solved = is_loss || slope != 0.0;
    if (solved) answer = step_.solve(Update::surrogate(loss, round.prediction));
    x_.shrink(threshold, 1.0 / hold);

    double change = 0;
    double squares = 0;
    double spared = 0;
    double after = 0;
    for (std::size_t i = 0; i < z.size; ++i) {
      const PenalisedWeight& w = weights[i];
      const double x = w.at(answer.multiplier);
      const double way = w.centre - x;
      change += w.z * way;
      squares += way * way;
      after += w.z * x;
      if (z.index[i] != 0) spared += penalty.l1 * (magnitude(w.centre) - magnitude(x)) + 0.5 * penalty.l2 * way * (w.centre + x);
      x_.put(z.index[i], x);
    }
    if (!solved) answer.prediction = after;
    round.loss_after = loss.value(answer.prediction);
    round.divergence = 0.5 * squares;
    // The penalty may have drawn the prediction away from the minimisers, a way that fall() does not know.
    const double fall =
        slope * change > 0.0 ? loss.fall(round.prediction, answer.prediction, change) : round.loss_before - round.loss_after;
    round.delta = fall + spared - round.price();
  }

  void restart() {
    x_.clear();
    for (const auto& [i, weight] : x_1_) x_.set(i, weight);
  }

  L loss_;
  Penalty penalty_;
  S step_size_;
  double first_lambda_ = 0;
  ShrunkVector x_;
  SparseWeights x_1_;
  PenalisedStep step_;
};

}  // namespace tacit
