// The batch problem of FTRL with full losses: over the ball ||x|| <= R (R may be infinite), minimise
//   F(x) = lambda/2 ||x - x_1||^2 + sum_i w_i phi(p_i, y_i),   p_i = <z_i, x>.
//
// Method of multipliers, each pass by Newton's method. A loss with kinks is smoothed about its present dual s_i,
//   c_i = argmin_c  w_i phi(c) + w_i kappa / (2 m_i) (c - p_i - s_i m_i / (w_i kappa))^2,   m_i = ||z_i||^2,
// which is the loss's own proximal step; w_i kappa times its multiplier is the slope there and the next s_i. As the duals settle,
// so do the predictions at the kinks, whatever kappa is. Smooth losses are taken as they are: c_i = p_i, s_i is their slope.
//
// Certificate. With u = x_1 - sum_i s_i z_i / lambda, P the projection on the ball, x in the ball, s_i a slope of w_i phi at c_i,
//   F(x) - min F  <=  sum_i [w_i phi(p_i) - w_i phi(c_i) - s_i (p_i - c_i)]  +  lambda/2 [||x - u||^2 - ||P(u) - u||^2]:
// the Fenchel-Young gaps of the losses and of the regulariser. Their sum is the duality gap of x and s; none is negative.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "tacit/core/sparse.hpp"
#include "tacit/learners/ftrl_state.hpp"
#include "tacit/learners/line_search.hpp"
#include "tacit/learners/quadratic_model.hpp"
#include "tacit/losses/surrogate.hpp"

namespace tacit {

template <Loss L>
class FtrlSolver {
 public:
  struct Solution {
    std::vector<double> x;
    std::vector<double> duals;
    double gap = std::numeric_limits<double>::infinity();
  };

  FtrlSolver(const L& loss, double lambda, double radius, const FtrlState& state)
      : loss_(loss),
        lambda_(lambda),
        radius_(radius),
        state_(state),
        x_(state.x),
        duals_(state.duals),
        p_(state.size()),
        q_(state.size()),
        slopes_(state.size()),
        points_(state.size()),
        curvatures_(state.size()),
        pull_(x_.size()),
        gradient_(x_.size()),
        direction_(x_.size()),
        u_(x_.size()) {}

  // From the x and duals of the state on, until the gap is at most `aim` or the passes are used up.
  Solution solve(double aim) {
    if (x_.size() <= QuadraticModel::largest_system && features_are_uneven()) system_ = QuadraticModel::System::by_features;
    if constexpr (OfCounts<L>) come_near();
    Solution best{x_, state_.duals};
    improve_by_stiffness(best, aim);
    return best;
  }

 private:
  // kappa starts where a loss's range of slopes is spread over a hundredth of its typical value, and grows when a pass leaves
  // more than 3 % of the gap.
  static constexpr double first_stiffness[] = {100, 1, 10000, 0.01};
  static constexpr double stiffness_growth = 10;
  static constexpr double stiffness_range = 1e7;
  static constexpr double slow = 0.03;
  static constexpr int most_passes = Smooth<L> ? 2 : 12;
  static constexpr int most_newton_steps = OfCounts<L> ? 1000 : 100;  // down an exponential, each step goes by 1
  static constexpr int most_blind_steps = 3;
  static constexpr double uneven =
      1e12;  // of the features' sums of squares: so much is lost of 16 digits that hardly any are left

  bool features_are_uneven() const {
    std::vector<double> squares(x_.size(), 0.0);
    for (std::size_t i = 0; i < state_.size(); ++i) {
      const Row z = state_.row(i);
      for (std::size_t k = 0; k < z.size; ++k) squares[z.index[k]] += z.value[k] * z.value[k];
    }
    double least = std::numeric_limits<double>::infinity();
    double most = 0;
    for (const double square : squares) {
      if (square > 0) least = smaller(least, square);
      most = larger(most, square);
    }
    return most > uneven * least;
  }

  // Goes along the last example to where its implicit step would lead, or less far: an exponential may be so steep where it is
  // met that all else is lost beside it.
  void come_near() {
    const std::size_t last = state_.size() - 1;
    predict();
    evaluate(0);
    const Row z = state_.row(last);
    const double slope = loss(last).prox(p_[last], lambda_, state_.squared_norms[last]).multiplier;
    std::fill(direction_.begin(), direction_.end(), 0.0);
    add(direction_.data(), -slope, z);
    for (std::size_t j = 0; j < x_.size(); ++j) gradient_[j] = lambda_ * (x_[j] - state_.start[j]) + pull_[j];
    for (std::size_t i = 0; i < p_.size(); ++i) q_[i] = inner(state_.row(i), direction_.data()).product;
    if (!(product(gradient_, direction_) < 0)) return;
    const double step = search();
    for (std::size_t j = 0; j < x_.size(); ++j) x_[j] += step * direction_[j];
  }

  void improve_by_stiffness(Solution& best, double aim) {
    double total = 0;
    double steepness = 0;
    for (std::size_t i = 0; i < state_.size(); ++i) {
      total += state_.weights[i];
      steepness += state_.weights[i] * state_.squared_norms[i];
    }
    const double unit = larger(lambda_ * static_cast<double>(state_.size()) / total, steepness / state_.start_objective);
    for (const double stiffness : first_stiffness) {
      x_ = best.x;
      duals_ = best.duals;
      kappa_ = stiffness * unit;
      improve(best, aim);
      if (best.gap <= aim || Smooth<L>) break;
    }
  }

  void improve(Solution& best, double aim) {
    const double most_kappa = stiffness_range * kappa_;
    double before = std::numeric_limits<double>::infinity();
    predict();
    for (int pass = 0; pass < most_passes; ++pass) {
      minimise_smoothed(aim);
      const double norm = std::sqrt(product(x_, x_));
      if (norm > radius_) std::transform(x_.begin(), x_.end(), x_.begin(), [&](double w) { return w * (radius_ / norm); });
      predict();
      const double gap = losses_gap() + regulariser_gap();
      if (gap < best.gap) best = {x_, slopes_, gap};
      if (best.gap <= aim) return;
      if (gap > slow * before) kappa_ = smaller(most_kappa, stiffness_growth * kappa_);
      before = gap;
      duals_ = slopes_;
    }
  }

  // Afresh: in the course of Newton's steps predictions gather rounding.
  void predict() {
    for (std::size_t i = 0; i < p_.size(); ++i) p_[i] = inner(state_.row(i), x_.data()).product;
  }

  // A smoothed loss at a prediction.
  struct Term {
    double point;  // c_i
    double slope;
    double curvature;
  };

  WeightedLoss<L> loss(std::size_t i) const { return {loss_, state_.labels[i], state_.weights[i]}; }

  Term term(std::size_t i, double p) const {
    const WeightedLoss<L> loss = this->loss(i);
    if constexpr (Smooth<L>) {
      return {p, loss.slope(p), loss.curvature(p)};
    } else {
      const double m = state_.squared_norms[i];
      const double stiffness = state_.weights[i] * kappa_;
      const auto [point, tau] = loss.prox(p + duals_[i] * m / stiffness, stiffness, m);
      const auto pieces = loss.pieces();
      const bool at_kink = std::find(std::begin(pieces.kinks), std::end(pieces.kinks), point) != std::end(pieces.kinks);
      return {point, clamp_slope(i, stiffness * tau), at_kink ? stiffness / m : 0.0};
    }
  }

  // Rounding must not carry a slope out of the domain of the loss's conjugate.
  double clamp_slope(std::size_t i, double slope) const {
    if constexpr (PiecewiseLinear<L>) {
      const auto pieces = loss(i).pieces();
      return clamp(slope, *std::begin(pieces.slopes), *std::prev(std::end(pieces.slopes)));
    } else {
      return slope;
    }
  }

  void minimise_smoothed(double aim) {
    std::fill(curvatures_.begin(), curvatures_.end(), 0.0);
    double step = 0;
    int blind_steps = 0;  // where the fall of F is lost in rounding, but the duals still gain digits
    for (int count = 0; count < most_newton_steps; ++count) {
      evaluate(step);
      if (regulariser_gap() <= 0.1 * larger(aim, losses_gap())) return;
      for (std::size_t j = 0; j < x_.size(); ++j) gradient_[j] = lambda_ * (x_[j] - state_.start[j]) + pull_[j];
      model_.set(lambda_, curved_, x_.size(), system_);
      model_.minimise(gradient_, x_, radius_, direction_);
      if (!(product(direction_, direction_) > 1e-31 * product(x_, x_))) return;
      const bool falls = product(gradient_, direction_) < 0;
      if (!falls && ++blind_steps > most_blind_steps) return;
      for (std::size_t i = 0; i < p_.size(); ++i) q_[i] = inner(state_.row(i), direction_.data()).product;
      step = falls ? search() : 1.0;
      for (std::size_t j = 0; j < x_.size(); ++j) x_[j] += step * direction_[j];
      for (std::size_t i = 0; i < p_.size(); ++i) p_[i] += step * q_[i];
    }
    evaluate(step);
  }

  // Every loss at its prediction, which is `step` times q_ from where it was last evaluated.
  void evaluate(double step) {
    std::fill(pull_.begin(), pull_.end(), 0.0);
    curved_.clear();
    for (std::size_t i = 0; i < p_.size(); ++i) {
      const Term now = term(i, p_[i]);
      // A slope at a kink is kappa times a small difference of predictions. Followed along the step it keeps its digits.
      const bool stayed = !Smooth<L> && now.curvature > 0 && curvatures_[i] > 0;
      slopes_[i] = stayed ? clamp_slope(i, slopes_[i] + step * now.curvature * q_[i]) : now.slope;
      points_[i] = now.point;
      curvatures_[i] = now.curvature;
      if (slopes_[i] != 0) add(pull_.data(), slopes_[i], state_.row(i));
      if (now.curvature > 0) curved_.push_back({state_.row(i), now.curvature});
    }
  }

  // How much of the direction to go.
  double search() {
    double fixed = lambda_ * (product(x_, direction_) - product(state_.start, direction_));
    const double curvature = lambda_ * product(direction_, direction_);
    double at_1 = curvature;
    undecided_.clear();
    for (std::size_t i = 0; i < p_.size(); ++i) {
      const double slope = term(i, p_[i] + q_[i]).slope;
      if (slope == slopes_[i]) {  // then it is the same in between
        fixed += slope * q_[i];
      } else {
        undecided_.push_back(i);
        at_1 += slope * q_[i];
      }
    }
    return lowest_point(
        product(gradient_, direction_), 1.0, at_1 + fixed,
        [&](double step) {
          double sum = fixed + step * curvature;
          for (const std::size_t i : undecided_) sum += term(i, p_[i] + step * q_[i]).slope * q_[i];
          return sum;
        },
        OfCounts<L>);
  }

  double losses_gap() const {
    double gap = 0;
    for (std::size_t i = 0; i < p_.size(); ++i) {
      if (p_[i] == points_[i]) continue;
      gap += larger(0.0, loss(i).value(p_[i]) - loss(i).value(points_[i]) - slopes_[i] * (p_[i] - points_[i]));
    }
    return gap;
  }

  double regulariser_gap() {
    for (std::size_t j = 0; j < x_.size(); ++j) u_[j] = state_.start[j] - pull_[j] / lambda_;
    const double norm = std::sqrt(product(u_, u_));
    const double sigma = norm > radius_ ? radius_ / norm : 1.0;
    double gap = 0;
    for (std::size_t j = 0; j < x_.size(); ++j) {
      const double away = x_[j] - sigma * u_[j];
      gap += away * (0.5 * away - (1 - sigma) * u_[j]);
    }
    return lambda_ * larger(0.0, gap);
  }

  const L& loss_;
  double lambda_;
  double radius_;
  const FtrlState& state_;
  double kappa_ = 0;
  QuadraticModel::System system_ = QuadraticModel::System::smaller;
  std::vector<double> x_;
  std::vector<double> duals_;  // about which the losses are smoothed
  std::vector<double> p_;      // predictions of x_
  std::vector<double> q_;      // and of the direction
  std::vector<double> slopes_;
  std::vector<double> points_;
  std::vector<double> curvatures_;
  std::vector<double> pull_;  // sum of slopes_[i] z_i
  std::vector<double> gradient_;
  std::vector<double> direction_;
  std::vector<double> u_;
  std::vector<std::size_t> undecided_;
  std::vector<QuadraticModel::Curved> curved_;
  QuadraticModel model_;
};

}  // namespace tacit
