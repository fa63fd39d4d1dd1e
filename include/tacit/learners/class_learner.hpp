// Online mirror descent with a vector of weights per class: any loss of several classes, in the whole space or on the ball of all
// weights together, with any update and any step-size rule. With implicit updates it is the paper's learner on these losses.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "tacit/core/round.hpp"
#include "tacit/learners/class_ball.hpp"
#include "tacit/learners/class_surrogates.hpp"
#include "tacit/learners/class_weights.hpp"
#include "tacit/learners/learner.hpp"

namespace tacit {

template <ClassLoss L, class Update, StepSize S>
class ClassLearner {
 public:
  // The radius of the ball; infinite in the whole space. Starts with so many classes, all weights 0.
  ClassLearner(L loss, double radius, S step_size, std::size_t classes)
      : loss_(std::move(loss)), radius_(radius), step_size_(std::move(step_size)) {
    if constexpr (StartsAtZero<S>) step_size_.start_from(first_lambda());
    weights_.add_classes(classes);
    start_.add_classes(classes);
  }

  std::size_t classes() const { return weights_.classes(); }
  void scores(Row z, std::span<double> scores) const { weights_.products(z, scores); }

  // A label beyond the classes adds those up to it: their scores are 0, and none of them is predicted in this round. Where there
  // was no class before, the prediction is -1.
  Round learn(Row z, std::size_t y, double weight = 1) {
    const std::size_t known = classes();
    for (ClassWeights* x : {&weights_, &start_}) x->add_classes(y + 1);
    resize(classes());
    const double m = weights_.products(z, scores_);
    const auto [value, squared_slope] = loss_.look(scores_, y, slopes_);
    Round round{.prediction = first_of_largest(std::span<const double>(scores_).first(known)),
                .loss_before = weight * value,
                .squared_gradient = weight * weight * squared_slope * m};
    round.lambda = step_size_.lambda(round.squared_gradient);
    round.loss_after = round.loss_before;
    const bool is_number = std::isfinite(round.squared_gradient);  // else the round is not sound, and nothing is looked for
    if (is_number && round.squared_gradient != 0 && m >= smallest_squared_norm) move(z, y, weight, m, round);
    step_size_.observe(round);
    if constexpr (Restarting<S>) {
      if (step_size_.restart_due()) restart();
    }
    return round;
  }
  // The scores of the last round, before it moved.
  std::span<const double> last_scores() const { return scores_; }

  const ClassWeights& weights() const { return weights_; }
  ClassWeights& weights() { return weights_; }
  const ClassWeights& start() const { return start_; }
  ClassWeights& start() { return start_; }
  S& step_size() { return step_size_; }
  const S& step_size() const { return step_size_; }

 private:
  static double first_of_largest(Scores scores) {
    return scores.empty() ? -1 : static_cast<double>(std::ranges::max_element(scores) - scores.begin());
  }
  double first_lambda() const {
    const bool has_minimum = ClassSurrogate<L, Update>::has_minimum;
    return std::isinf(radius_) && !has_minimum ? small_first_lambda : 0.0;
  }

  void resize(std::size_t classes) {
    for (auto* numbers : {&scores_, &slopes_, &change_}) numbers->resize(classes);
  }

  void move(Row z, std::size_t y, double weight, double m, Round& round) {
    ClassSurrogate<L, Update> surrogate(loss_, y, weight, scores_, slopes_);
    const ClassPoint now{.scores = scores_, .squared_norm = weights_.squared_norm(), .m = m};
    const ClassMove moved = move_on_ball(surrogate, now, round.lambda, radius_, change_);
    round.divergence = moved.divergence;
    if constexpr (surrogate.is_loss) {
      round.loss_after = weight * moved.step.loss_after;
      round.delta = weight * moved.step.fall - round.price();
    }
    if (!surrogate.is_loss || moved.factor != 1) {
      after_.resize(classes());
      for (std::size_t k = 0; k < classes(); ++k) after_[k] = moved.factor * scores_[k] - change_[k];
      round.loss_after = weight * loss_.value(after_, y);
      round.delta = round.difference();
    }
    for (double& change : change_) change /= m;
    weights_.move(z, moved.factor, change_, moved.squared_norm);
  }

  void restart() {
    const std::size_t known = classes();
    weights_ = start_;
    weights_.add_classes(known);
  }

  L loss_;
  double radius_;
  S step_size_;
  ClassWeights weights_;
  ClassWeights start_;  // x_1, to which restarts return
  std::vector<double> scores_;
  std::vector<double> slopes_;
  std::vector<double> change_;
  std::vector<double> after_;
};

}  // namespace tacit
