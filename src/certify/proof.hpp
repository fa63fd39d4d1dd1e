// The best weights and the best slopes that a solver has come by, and whether they enclose the minimum narrowly enough.
//
// A solver offers its estimates of the two ends; only when these look good enough are the ends computed with all rounding
// accounted for.
#pragma once

#include <limits>

#include "certify/dual_bound.hpp"
#include "tacit/certify/comparator.hpp"

namespace tacit::certify {

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
    lower_ = 0;
    enclosure_ = {0, at_zero_};
  }

  // Weights and slopes with estimates of what they prove; slopes are asked for by row. True: there is no more to do.
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
    return converged() || idle_ >= 12;
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

}  // namespace tacit::certify
