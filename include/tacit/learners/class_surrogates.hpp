// What each update minimises in place of a loss of several classes: the loss itself, its tangent at the scores of x_t, or the
// tangent cut off at the loss's infimum, 0. Class and importance weight are inside.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

#include "tacit/learners/updates.hpp"
#include "tacit/losses/class_loss.hpp"

namespace tacit {

// prox(u, lambda, m, change) writes u - argmin_p surrogate(p) + lambda/(2 m) |p - u|^2; u need not be the scores of x_t.
template <ClassLoss L, class Update>
class ClassSurrogate;

template <ClassLoss L>
class ClassSurrogate<L, ImplicitUpdate> {
 public:
  static constexpr bool has_minimum = L::has_minimum;
  static constexpr bool is_loss = true;

  ClassSurrogate(L& loss, std::size_t y, double weight, Scores, Scores) : loss_(loss), y_(y), weight_(weight) {}

  ClassStep prox(Scores u, double lambda, double m, std::span<double> change) const {
    return loss_.prox(u, y_, lambda / weight_, m, change);
  }

 private:
  L& loss_;
  std::size_t y_;
  double weight_;
};

template <ClassLoss L>
class ClassSurrogate<L, LinearUpdate> {
 public:
  static constexpr bool has_minimum = false;
  static constexpr bool is_loss = false;

  ClassSurrogate(L&, std::size_t, double weight, Scores, Scores slopes) : weight_(weight), slopes_(slopes) {}

  ClassStep prox(Scores, double lambda, double m, std::span<double> change) const {
    ClassStep step;
    for (std::size_t k = 0; k < change.size(); ++k) {
      change[k] = weight_ * slopes_[k] * m / lambda;
      step.squared_change += change[k] * change[k];
    }
    return step;
  }

 private:
  double weight_;
  Scores slopes_;
};

template <ClassLoss L>
class ClassSurrogate<L, TruncatedUpdate> {
 public:
  static constexpr bool has_minimum = true;
  static constexpr bool is_loss = false;

  ClassSurrogate(L& loss, std::size_t y, double weight, Scores scores, Scores slopes)
      : weight_(weight), value_(loss.value(scores, y)), scores_(scores), slopes_(slopes) {}

  ClassStep prox(Scores u, double lambda, double m, std::span<double> change) const {
    double value = value_;
    double squared_slope = 0;
    for (std::size_t k = 0; k < change.size(); ++k) {
      value += slopes_[k] * (u[k] - scores_[k]);
      squared_slope += slopes_[k] * slopes_[k];
    }
    const double way = std::clamp(value / squared_slope, 0.0, weight_ * m / lambda);
    for (std::size_t k = 0; k < change.size(); ++k) change[k] = way * slopes_[k];
    return {.loss_after = 0, .fall = 0, .squared_change = way * way * squared_slope};
  }

 private:
  double weight_;
  double value_;
  Scores scores_;
  Scores slopes_;
};

}  // namespace tacit
