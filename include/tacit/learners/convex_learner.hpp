// Implicit online mirror descent on any sequence of convex functions on R^d. The step-size rule makes it one of the paper's
// Algorithms 1, 2 and 3.
//
// A function comes with a proximal map, or with a subgradient; then the implicit step is solved to cutting_planes_accuracy.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "tacit/core/require.hpp"
#include "tacit/core/round.hpp"
#include "tacit/learners/cutting_planes.hpp"
#include "tacit/step_sizes/all.hpp"

namespace tacit {

template <class F>
concept ConvexFunction = requires(const F f, std::span<const double> x) {
  { f.value(x) } -> std::convertible_to<double>;
};

// subgradient(x, g) writes any subgradient at x to g.
template <class F>
concept SubgradientFunction = ConvexFunction<F> && requires(const F f, std::span<const double> x, std::span<double> g) {
  f.subgradient(x, g);
};

// prox(start, lambda, x) writes argmin over the learner's domain of f(x) + lambda B(x, start) to x. lambda = 0, with which
// AdaImplicit begins, asks for the minimiser of f nearest to start.
template <class F>
concept ProximalFunction = ConvexFunction<F> &&
    requires(const F f, std::span<const double> start, double lambda, std::span<double> x) {
  f.prox(start, lambda, x);
};

// Without a proximal map, a rule that starts at lambda = 0 is held at least here: the planes need something to hold on to.
inline constexpr double convex_first_lambda = 1e-3;

template <class Domain, StepSize S>
class ConvexLearner {
 public:
  // x_1 has to lie in the domain.
  ConvexLearner(Domain domain, S step_size, std::vector<double> start)
      : domain_(std::move(domain)),
        step_size_(std::move(step_size)),
        x_(start),
        x_1_(std::move(start)),
        next_(x_.size()),
        gradient_(x_.size()) {
    require(std::ranges::all_of(x_, is_finite), "x_1 must be finite");
  }

  // x_t: what to play in the coming round.
  std::span<const double> point() const { return x_; }
  const S& step_size() const { return step_size_; }

  // Whatever it throws, x_t and the step size stay as they were.
  template <ConvexFunction F>
  Round learn(const F& f) {
    static_assert(ProximalFunction<F> || SubgradientFunction<F>, "a function needs a prox or a subgradient");
    static_assert(SubgradientFunction<F> || !std::same_as<S, GradientNorm>, "the gradient-norm rule needs subgradients");
    Round round;
    round.loss_before = finite(f.value(point()));
    if constexpr (SubgradientFunction<F>) {
      f.subgradient(point(), std::span(gradient_));
      for (const double slope : gradient_) finite(slope);
      round.squared_gradient = Domain::Geometry::squared_dual_norm(gradient_);
    }
    round.lambda = step_size_.lambda(round.squared_gradient);
    if constexpr (ProximalFunction<F>) {
      f.prox(point(), round.lambda, std::span(next_));
    } else if (round.squared_gradient == 0) {
      next_ = x_;
    } else {
      if constexpr (StartsAtZero<S>) round.lambda = std::max(round.lambda, convex_first_lambda);
      CuttingPlanes(domain_, point(), round.lambda).minimise(Checked<F>{f, *this}, round.loss_before, gradient_, next_);
    }
    for (const double weight : next_) finite(weight);
    round.loss_after = finite(f.value(std::span<const double>(next_)));
    round.divergence = Domain::Geometry::divergence(next_, x_);
    round.delta = round.difference();
    step_size_.observe(round);
    std::swap(x_, next_);
    ++rounds_;
    if constexpr (Restarting<S>) {
      if (step_size_.restart_due()) x_ = x_1_;
    }
    return round;
  }

 private:
  // f as the planes see it: every number is looked at.
  template <class F>
  struct Checked {
    const F& f;
    const ConvexLearner& learner;

    double value(std::span<const double> x) const { return learner.finite(f.value(x)); }
    void subgradient(std::span<const double> x, std::span<double> g) const {
      f.subgradient(x, g);
      for (const double slope : g) learner.finite(slope);
    }
  };

  double finite(double number) const {
    if (!is_finite(number)) {
      throw std::domain_error("round " + std::to_string(rounds_ + 1) +
                              ": the function gave a value, subgradient or point that is not finite");
    }
    return number;
  }

  Domain domain_;
  S step_size_;
  std::vector<double> x_;
  std::vector<double> x_1_;
  std::vector<double> next_;
  std::vector<double> gradient_;
  std::size_t rounds_ = 0;
};

}  // namespace tacit
