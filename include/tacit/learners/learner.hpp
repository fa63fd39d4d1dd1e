// Online mirror descent, linear, implicit or truncated: any loss of a linear prediction, any domain, any step-size rule.
//
// With the implicit update this is the paper's IOMD; with the step-size rule AdaImplicit, its AdaImplicit; with Doubling, its
// doubling trick.
#pragma once

#include <type_traits>
#include <utility>

#include "tacit/core/round.hpp"
#include "tacit/learners/updates.hpp"
#include "tacit/losses/all.hpp"
#include "tacit/paths/all.hpp"
#include "tacit/step_sizes/all.hpp"

namespace tacit {

// Where nothing minimises the surrogate alone, a rule that starts at lambda = 0 starts here instead.
inline constexpr double small_first_lambda = 1e-6;  // whole space: the loss (or its tangent) falls for ever
inline constexpr double simplex_first_lambda = 1;   // simplex: the minimisers lie on faces, at infinite divergence ever after

template <class L, class Domain, class Update>
constexpr double first_lambda() {
  if constexpr (std::same_as<Domain, Simplex>) return simplex_first_lambda;
  return !Domain::bounded && !SurrogateOf<Update, L>::has_minimum ? small_first_lambda : 0.0;
}

template <class L, class Domain, class Update, StepSize S>
class Learner {
 public:
  using R = typename S::Number;  // double, or lanes: as many learners, which differ in beta alone
  using Weights = WeightsOn<Domain, R>;

  // Starts from x_1 = 0, on the simplex from its centre.
  Learner(L loss, Domain domain, S step_size)
      : loss_(std::move(loss)), domain_(std::move(domain)), step_size_(std::move(step_size)), x_(domain_), x_1_(x_) {
    if constexpr (StartsAtZero<S>) step_size_.start_from(first_lambda<L, Domain, Update>());
  }

  R predict(Row z) const { return x_.product(z); }

  RoundOf<R> learn(const FeaturesOf<R>& z, double y, double weight = 1) {
    Path<Domain, R> way(domain_, x_, z);
    const WeightedLoss<L, R> loss{loss_, y, weight};
    const R prediction = way.prediction();
    const R slope = loss.slope(prediction);
    const R squared_gradient = slope * slope * way.dual_norm();
    RoundOf<R> round{.prediction = prediction,
                     .loss_before = loss.value(prediction),
                     .loss_after = 0,
                     .divergence = 0,
                     .lambda = step_size_.lambda(squared_gradient),
                     .squared_gradient = squared_gradient};
    round.loss_after = round.loss_before;
    const auto moves = squared_gradient != 0.0 && way.can_move();  // a slope too small to square is none: lambda may be 0 by it
    if (somewhere(moves)) {
      const auto step = way.implicit(Update::surrogate(loss, prediction), round.lambda);
      const R fall = loss.fall(prediction, step.prediction, step.change);
      round.loss_after = choose(moves, loss.value_after(round.loss_before, fall, step.prediction), round.loss_before);
      round.divergence = choose(moves, step.divergence, R(0.0));
      round.delta = choose(moves, fall - round.price(), R(0.0));
      way.move(step, moves);
    }
    step_size_.observe(round);
    if constexpr (Restarting<S>) {
      if (const auto due = step_size_.restart_due(); somewhere(due)) restart(due);
    }
    return round;
  }

  const Weights& weights() const { return x_; }
  Weights& weights() { return x_; }
  // x_1, to which restarts return.
  const Weights& start() const { return x_1_; }
  Weights& start() { return x_1_; }
  const S& step_size() const { return step_size_; }
  S& step_size() { return step_size_; }
  const Domain& domain() const { return domain_; }
  const L& loss() const { return loss_; }

 private:
  template <class Mask>
  void restart(const Mask& where) {
    if constexpr (Scalar<R>) {
      const std::size_t size = x_.unscaled().size();  // which decides when norms are summed anew
      x_ = x_1_;
      x_.unscaled().make_room(size);
    } else {
      x_.assign_where(where, x_1_);
    }
  }

  L loss_;
  Domain domain_;
  S step_size_;
  Weights x_;
  Weights x_1_;
};

}  // namespace tacit
