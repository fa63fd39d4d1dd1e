// Implicit follow-the-regularised-leader (Chen and Orabona, "Generalized implicit follow-the-regularized-leader", 2023) with
// rates per feature: what advertising runs as FTRL-Proximal, made implicit. The point played is
//   x_t = argmin  sum over s < t of <g_s z_s, x>  +  sum over s <= t and j of (lambda_{s,j} - lambda_{s-1,j})/2 (x_j -
//   x_{s-1,j})^2
//                 + mu_1 |x|_1 + mu_2/2 |x|^2,
// that is x_{t,j} = soft(theta_j, mu_1) / (lambda_{t,j} + mu_2), theta being the sum of -g_s z_s and of (lambda_s - lambda_{s-1})
// x_{s-1}. Round t first grows lambda, then takes the g_t that is a subgradient of the loss at the point x_{t+1} it leads to
// (penalised_step.hpp). What holds feature j there is
//   lambda_{t+1,j} = sqrt(1 + 25 * sum of (g_s z_{s,j})^2) / beta,
// the sum being over the rounds before t: it does not depend on the outcome of round t. The 1 holds a feature that has no
// gradient yet, and is soon outweighed: five times a gradient counts as much (docs/sparsity.md has what it was chosen by).
// lambda_j is counted anew only in rounds in which the feature has a value, so that a round costs O(n log n) for n values. The
// bias, index 0, has a lambda of its own and pays no penalty.
//
// A round's divergence is the sum of lambda_{t+1,j}/2 (x_{t+1,j} - x_{t,j})^2, and its lambda is 1.
#pragma once

#include <cmath>
#include <stdexcept>
#include <utility>

#include "tacit/core/round.hpp"
#include "tacit/core/sparse.hpp"
#include "tacit/learners/penalised_step.hpp"
#include "tacit/learners/penalty.hpp"

namespace tacit {

template <class L>
class ImplicitFtrl {
 public:
  ImplicitFtrl(L loss, const Penalty& penalty, double beta) : loss_(std::move(loss)), penalty_(penalty), beta_(beta) {
    require_penalty(penalty);
    require_beta(beta);
  }

  double predict(Row z) const { return product(z, x_); }

  Round learn(Row z, double y, double weight = 1) {
    theta_.reach(z);
    squares_.reach(z);
    const auto [prediction, squared_norm] = look(z, x_);
    const WeightedLoss<L> loss{loss_, y, weight};
    const double slope = loss.slope(prediction);
    auto& weights = step_.weights();
    weights.clear();
    for (std::size_t i = 0; i < z.size; ++i) {
      const Index j = z.index[i];
      const double mu = j != 0 ? penalty_.l1 : 0.0;
      const double hold = lambda(squares_.data()[j]) + (j != 0 ? penalty_.l2 : 0.0);
      // Growing lambda around x_t leaves a weight where it is, and one that is 0 keeps its theta.
      const double theta = hold * x_.data()[j] + tacit::clamp(theta_.data()[j], -mu, mu);
      weights.push_back({.z = z.value[i], .centre = theta, .rate = z.value[i], .mu = mu, .hold = hold});
    }
    const auto answer = step_.solve(loss);
    Round round{.prediction = prediction,
                .loss_before = loss.value(prediction),
                .loss_after = loss.value(answer.prediction),
                .divergence = 0,
                .lambda = 1,
                .squared_gradient = slope * slope * squared_norm};
    double change = 0;
    for (std::size_t i = 0; i < z.size; ++i) {
      const Index j = z.index[i];
      const double x = weights[i].at(answer.multiplier);
      const double way = x_.data()[j] - x;
      const double pull = answer.multiplier * z.value[i];
      change += z.value[i] * way;
      round.divergence += 0.5 * lambda(squares_.data()[j]) * way * way;
      x_.data()[j] = x;
      theta_.data()[j] = weights[i].centre - pull;
      squares_.data()[j] += pull * pull;
    }
    // The penalty may have drawn the prediction away from the minimisers, a way that fall() does not know.
    const double fall =
        slope * change > 0.0 ? loss.fall(prediction, answer.prediction, change) : round.loss_before - round.loss_after;
    round.delta = fall - round.price();
    return round;
  }

  // Begins from weights as if theta had led to them.
  void start_from(Index j, double x) {
    const bool pays = j != 0;
    const double theta = x * (lambda(0.0) + (pays ? penalty_.l2 : 0.0));
    set(j, theta + (pays ? (x > 0 ? penalty_.l1 : -penalty_.l1) : 0.0), 0.0, x);
  }

  // Calls visitor(j, theta_j, sum of squares, x_j) for every feature that has had a gradient, in the order of indices.
  template <class Visitor>
  void for_each(Visitor&& visitor) const {
    theta_.for_each_nonzero([&](Index j, double theta) { visitor(j, theta, squares_[j], x_[j]); });
  }
  // Throws std::invalid_argument unless a run can have such numbers.
  void set(Index j, double theta, double squares, double x) {
    if (!(squares >= 0.0) || x * theta < 0.0)
      throw std::invalid_argument("a feature's sum of squares or its weight has a wrong sign");
    theta_.set(j, theta);
    squares_.set(j, squares);
    x_.set(j, x);
  }
  void clear() {
    theta_.clear();
    squares_.clear();
    x_.clear();
  }

  const WeightVector& weights() const { return x_; }

 private:
  double lambda(double squares) const { return growth * std::sqrt(1.0 / (growth * growth) + squares) / beta_; }

  static constexpr double growth = 5;  // inside the root, squares would overflow earlier

  L loss_;
  Penalty penalty_;
  double beta_;
  WeightVector theta_;
  WeightVector squares_;
  WeightVector x_;
  PenalisedStep step_;
};

}  // namespace tacit
