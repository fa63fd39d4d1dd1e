// The best weights and the best slopes that a solver has come by, and whether they enclose the minimum narrowly enough.
//
// A solver offers its estimates of the two ends; only when these look good enough are the ends computed with all rounding
// accounted for.
#pragma once

#include <limits>

#include "certify/dual_bound.hpp"
#include "certify/gram.hpp"
#include "tacit/certify/comparator.hpp"

namespace tacit::comparing {

template <class L>
class Proof {
 public:
  Proof(const L& loss, const CompactRows& rows, double radius, const ComparatorOptions& options)
      : loss_(loss), rows_(rows), chunks_(rows, options.threads), radius_(radius), options_(options) {
    x_.assign(rows.columns(), 0.0);
    slopes_.resize(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) slopes_[i] = loss.slope(0.0, rows.label[i]);
    at_zero_ = loss_at_most(loss, rows, chunks_, x_);
    upper_ = at_zero_;
    lower_ = -std::numeric_limits<double>::infinity();
    enclosure_ = {0, at_zero_};
  }

  // Offers weights and slopes with estimates of what they prove; slopes are asked for by row. Returns whether to stop.
  template <class SlopeOf>
  bool offer(const Vector& x, double upper, SlopeOf slope_of, double lower) {
    const double before = upper_ - lower_;
    if (upper < upper_) {
      upper_ = upper;
      x_ = x;
    }
    if (lower > lower_) {
      lower_ = lower;
      for (std::size_t i = 0; i < slopes_.size(); ++i) slopes_[i] = slope_of(i);
    }
    idle_ = upper_ - lower_ <= 0.99 * before ? 0 : idle_ + 1;
    if (narrow({lower_, upper_}, 0.9) && idle_ == 0) prove();
    return converged() || idle_ >= 20;
  }

  void prove() {
    Vector x = x_;
    bring_into_ball(x, radius_);
    const double upper = loss_at_most(loss_, rows_, chunks_, x);
    const double lower = minimum_at_least(loss_, rows_, chunks_, slopes_, radius_);
    enclosure_.lower = std::max(enclosure_.lower, lower);
    if (!(upper < enclosure_.upper)) return;
    enclosure_.upper = upper;
    weights_ = x;
  }

  // Where predictions are large, their rounding leaves slopes that do not cancel, and a large radius multiplies what is left.
  // Slopes are then moved, those most that give way most (theta, by row and weight), until their sum is a multiple of the
  // weights, or 0 inside the ball.
  void polish(Gram& gram, const Vector& theta) {
    const double length = norm(x_);
    gram.weigh(theta);
    gram.factor(0, 0, x_);
    Vector slopes = slopes_;
    for (int again = 0; again < 8 && !converged(); ++again) {
      Vector excess;
      for (const ExactSum& sum : gradient_of(rows_, chunks_, slopes)) excess.push_back(sum.value());
      if (length > 0.999 * radius_) add(excess, std::max(0.0, -inner(excess, x_)) / (length * length), x_);
      const Vector y = gram.solve(excess);
      chunks_.each([&](std::size_t, std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
          const double moved = slopes[i] - theta[i] / rows_.weight[i] * rows_.dot(i, y);
          if (std::isfinite(loss_.conjugate(moved, rows_.label[i]))) slopes[i] = moved;
        }
      });
      enclosure_.lower = std::max(enclosure_.lower, minimum_at_least(loss_, rows_, chunks_, slopes, radius_));
    }
  }

  bool converged() const { return narrow(enclosure_, 1); }
  Enclosure enclosure() const { return enclosure_; }
  Vector weights() const { return weights_.empty() ? Vector(rows_.columns(), 0.0) : weights_; }

 private:
  bool narrow(const Enclosure& ends, double part) const {
    return ends.width() <= part * std::max(options_.gap * ends.upper, 1e-12 * at_zero_);
  }

  const L& loss_;
  const CompactRows& rows_;
  Chunks chunks_;
  double radius_;
  ComparatorOptions options_;
  double at_zero_;  // the loss of zero weights
  double upper_;    // estimates
  double lower_;
  Vector x_;
  Vector slopes_;
  int idle_ = 0;  // offers in a row that brought nothing
  Enclosure enclosure_;
  Vector weights_;
};

}  // namespace tacit::comparing
