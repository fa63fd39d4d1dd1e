// The batch problem of FTRL with full losses: over the ball ||x|| <= R (R may be infinite), minimise
//   F(x) = lambda/2 ||x - x_1||^2 + sum_i w_i phi(p_i, y_i),   p_i = <z_i, x>.
//
// Method of multipliers with Newton steps. Each loss that has kinks is replaced by its proximal step of stiffness theta lambda
// about its present dual s_i, which makes it smooth:
//   c_i = argmin_c  w_i phi(c) + theta lambda / (2 m_i) (c - p_i - s_i m_i / (theta lambda))^2,   m_i = ||z_i||^2,
// whose slope, theta lambda times the multiplier of that step, is the next s_i. The ball is one more such term, its dual the normal
// n. The smoothed F is strongly convex, and Newton's method in the few features solves it in a few steps. Smooth losses are taken
// as they are: s_i is their slope, c_i = p_i.
//
// Certificate. With u = x_1 - sum_i s_i z_i / lambda, P the projection on the ball, x in the ball and s_i a slope of w_i phi at c_i,
//   F(x) - min F  <=  sum_i [w_i phi(p_i) - w_i phi(c_i) - s_i (p_i - c_i)]  +  lambda [||x - u||^2 - ||P(u) - u||^2] / 2,
// the Fenchel-Young gaps of the losses and of the regulariser: a duality gap, no term of which is negative.
#pragma once

#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "tacit/core/sparse.hpp"
#include "tacit/learners/positive_definite.hpp"
#include "tacit/losses/model.hpp"

namespace tacit {

// All that FTRL remembers. Features are numbered by first appearance; a row's indices are such numbers, in increasing order.
struct FtrlState {
  std::vector<Index> features;       // by number: the index the stream knows it by
  std::vector<double> x;             // by number: its weight
  std::vector<std::size_t> ends{0};  // row i is [ends[i], ends[i + 1]) of the next two
  std::vector<Index> indices;
  std::vector<double> values;
  std::vector<double> labels;
  std::vector<double> weights;
  std::vector<double> duals;  // s_i
  double largest_gap = 0;     // over the rounds so far, relative to F(x_1)

  std::size_t examples() const { return labels.size(); }
  Row row(std::size_t i) const {
    return Row({indices.data() + ends[i], ends[i + 1] - ends[i]}, {values.data() + ends[i], ends[i + 1] - ends[i]});
  }
};

template <Loss L>
class FtrlSolver {
 public:
  FtrlSolver(L loss, double lambda, double radius) : loss_(std::move(loss)), lambda_(lambda), radius_(radius) {}

  double solve(FtrlState& state, const std::vector<double>& x_1, double aim, double f1) {
    state_ = &state;
    x_1_ = &x_1;
    start();
    double mm = 0;
    for (std::size_t i = 0; i < p_.size(); ++i) mm += state.weights[i] * state.weights[i] * m_[i];
    double gap = 0;
    double theta = first_theta;
    for (int pass = 0; pass < most_passes; ++pass, theta *= theta_growth) {
      stiffness_ = theta * most(lambda_, mm / f1);
      newton(aim);
      gap = settle();
      ++passes;
      if (gap <= aim) break;
    }
    return gap;
  }
  long passes = 0, steps = 0, searches = 0, maxed=0;

  static inline double first_theta = 1e4;
  static inline double theta_growth = 10;
  static constexpr int most_passes = 16;
  static constexpr int most_newton_steps = 60;

 private:
  struct Term {
    double point;  // c_i
    double slope;
    double curvature;
  };

  WeightedLoss<L> loss(std::size_t i) const { return {loss_, state_->labels[i], state_->weights[i]}; }

  Term term(std::size_t i, double p) const {
    const WeightedLoss<L> loss = this->loss(i);
    if constexpr (Smooth<L>) {
      return {p, loss.slope(p), loss.curvature(p)};
    } else {
      const auto pieces = loss.pieces();
      constexpr std::size_t kinks = sizeof(pieces.slopes) / sizeof(double) - 1;
      const auto [point, tau] = loss.prox(p + state_->duals[i] * m_[i] / stiffness_, stiffness_, m_[i]);
      double curvature = 0;
      for (std::size_t k = 0; k < kinks; ++k) {
        if (point == pieces.kinks[k]) curvature = stiffness_ / m_[i];
      }
      return {point, clamp(stiffness_ * tau, pieces.slopes[0], pieces.slopes[kinks]), curvature};
    }
  }

  void start() {
    const std::size_t t = state_->examples();
    x_ = state_->x;
    p_.resize(t);
    q_.resize(t);
    m_.resize(t);
    slope_.resize(t);
    for (std::size_t i = 0; i < t; ++i) {
      const Inner both = inner(state_->row(i), x_.data());
      p_[i] = both.product;
      m_[i] = both.squared_norm;
    }
    nu_ = 0;
  }

  void newton(double aim) {
    const std::size_t d = x_.size();
    for (int step = 0; step < most_newton_steps; ++step) {
      ++steps;
      hessian_.reset(d, lambda_);
      pull_.assign(d, 0.0);
      for (std::size_t i = 0; i < p_.size(); ++i) {
        const Term now = term(i, p_[i]);
        slope_[i] = now.slope;
        const Row z = state_->row(i);
        if (now.slope != 0) add(pull_.data(), now.slope, z);
        if (now.curvature == 0) continue;
        for (std::size_t a = 0; a < z.size; ++a) {
          const double factor = now.curvature * z.value[a];
          double* row = &hessian_.at(z.index[a], 0);
          for (std::size_t b = a; b < z.size; ++b) row[z.index[b]] += factor * z.value[b];
        }
      }
      if (regulariser_gap(x_) <= 0.1 * aim) return;
      find_direction();
      for (std::size_t i = 0; i < p_.size(); ++i) q_[i] = inner(state_->row(i), direction_.data()).product;
      const double alpha = search();
      for (std::size_t j = 0; j < d; ++j) x_[j] += alpha * direction_[j];
      for (std::size_t i = 0; i < p_.size(); ++i) p_[i] += alpha * q_[i];
    }
    ++maxed;
  }

  // direction = w - x,  w = argmin over the ball of the quadratic model: (H + nu I) w = H x - g
  void find_direction() {
    const std::size_t d = x_.size();
    gradient_.resize(d);
    right_.assign(d, 0.0);
    for (std::size_t j = 0; j < d; ++j) gradient_[j] = lambda_ * (x_[j] - (*x_1_)[j]) + pull_[j];
    if (!is_finite(radius_)) {
      direction_ = gradient_;
      hessian_.factor();
      hessian_.solve(direction_);
      for (double& v : direction_) v = -v;
      return;
    }
    for (std::size_t j = 0; j < d; ++j) {
      for (std::size_t k = j; k < d; ++k) {
        right_[j] += hessian_.at(j, k) * x_[k];
        if (k > j) right_[k] += hessian_.at(j, k) * x_[j];
      }
    }
    for (std::size_t j = 0; j < d; ++j) right_[j] -= gradient_[j];
    for (int k = 0; k < 50; ++k) {
      factor_ = hessian_;
      for (std::size_t j = 0; j < d; ++j) factor_.at(j, j) += nu_;
      factor_.factor();
      direction_ = right_;
      factor_.solve(direction_);
      double norm2 = 0;
      for (double w : direction_) norm2 += w * w;
      const double norm = std::sqrt(norm2);
      if (nu_ == 0 && norm <= radius_) break;
      if (magnitude(norm - radius_) <= 1e-14 * radius_) break;
      y_ = direction_;
      factor_.solve(y_);
      double wy = 0;
      for (std::size_t j = 0; j < d; ++j) wy += direction_[j] * y_[j];
      nu_ = most(0.0, nu_ + norm2 / wy * (norm - radius_) / radius_);
    }
    for (std::size_t j = 0; j < d; ++j) direction_[j] -= x_[j];
  }

  double derivative(double alpha) {
    ++searches;
    double sum = 0;
    for (std::size_t i = 0; i < p_.size(); ++i) {
      if (q_[i] != 0) sum += term(i, p_[i] + alpha * q_[i]).slope * q_[i];
    }
    for (std::size_t j = 0; j < x_.size(); ++j) {
      const double x = x_[j] + alpha * direction_[j];
      sum += lambda_ * (x - (*x_1_)[j]) * direction_[j];
    }
    return sum;
  }

  double search() {
    double at_0 = 0;
    for (std::size_t j = 0; j < x_.size(); ++j) at_0 += gradient_[j] * direction_[j];
    double low = 0, high = 1;
    double at_low = at_0;
    double at_high = derivative(1);
    if (at_high <= -0.1 * at_0) return 1;
    double alpha = 1;
    for (int trial = 0; trial < 40; ++trial) {
      alpha = (low * at_high - high * at_low) / (at_high - at_low);
      if (!(alpha > low && alpha < high)) alpha = 0.5 * (low + high);
      const double now = derivative(alpha);
      if (magnitude(now) <= -0.1 * at_0) break;
      if (now > 0) {
        high = alpha;
        at_high = now;
        at_low *= 0.5;
      } else {
        low = alpha;
        at_low = now;
        at_high *= 0.5;
      }
    }
    return alpha;
  }

  // lambda [||x - u||^2 - ||P(u) - u||^2] / 2
  double regulariser_gap(const std::vector<double>& x) const {
    double h2 = 0;
    for (std::size_t j = 0; j < x.size(); ++j) {
      const double u = (*x_1_)[j] - pull_[j] / lambda_;
      h2 += u * u;
    }
    const double sigma = h2 > radius_ * radius_ ? radius_ / std::sqrt(h2) : 1.0;
    double sum = 0;
    for (std::size_t j = 0; j < x.size(); ++j) {
      const double u = (*x_1_)[j] - pull_[j] / lambda_;
      const double away = x[j] - sigma * u;
      sum += away * (0.5 * away - (1 - sigma) * u);
    }
    return lambda_ * most(0.0, sum);
  }

  double settle() {
    const std::size_t d = x_.size();
    double norm2 = 0;
    for (const double x : x_) norm2 += x * x;
    const double shrink = norm2 > radius_ * radius_ ? radius_ / std::sqrt(norm2) : 1.0;
    for (std::size_t j = 0; j < d; ++j) state_->x[j] = shrink * x_[j];
    double gap = 0;
    pull_.assign(d, 0.0);
    for (std::size_t i = 0; i < p_.size(); ++i) {
      const Term now = term(i, p_[i]);
      const double p = shrink * p_[i];
      const WeightedLoss<L> loss = this->loss(i);
      if (p != now.point) gap += most(0.0, loss.value(p) - loss.value(now.point) - now.slope * (p - now.point));
      state_->duals[i] = now.slope;
      if (now.slope != 0) add(pull_.data(), now.slope, state_->row(i));
    }
    return gap + regulariser_gap(state_->x);
  }

  L loss_;
  double lambda_;
  double radius_;
  double stiffness_ = 0, nu_ = 0;
  FtrlState* state_ = nullptr;
  const std::vector<double>* x_1_ = nullptr;
  std::vector<double> x_, p_, q_, m_, slope_, y_, gradient_, direction_, pull_, right_;
  PositiveDefinite hessian_, factor_;
};

}  // namespace tacit
