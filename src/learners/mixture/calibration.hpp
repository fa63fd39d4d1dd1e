// A calibration a m + b of a prediction m as a logit, by Newton's steps of the logistic loss, one per round from a = 1 and b = 0.
#pragma once

#include <algorithm>

#include "tacit/core/odds.hpp"
#include "tacit/core/state.hpp"

namespace tacit {

class Calibration {
 public:
  double prediction(double m) const { return slope_ * m + shift_; }

  void learn(double m, double y) {
    const double p = prediction(m);
    const double wrong = Odds<double>(y * p).wrong();
    const double step = -y * wrong;
    const double curvature = std::max(wrong * (1 - wrong), least_curvature);
    by_slope_ += curvature * m * m;
    by_both_ += curvature * m;
    by_shift_ += curvature;
    const double part = 1 / (by_slope_ * by_shift_ - by_both_ * by_both_);
    slope_ = std::clamp(slope_ - (by_shift_ * m - by_both_) * step * part, 0.0, most);
    shift_ = std::clamp(shift_ - (by_slope_ - by_both_ * m) * step * part, -most, most);
  }

  template <class Visitor>
  void visit_state(Visitor&& visitor) {
    visitor(slope_, Limits{0, most});
    visitor(shift_, Limits{-most, most});
    visitor(by_slope_, Limits{ridge, 1e30});
    visitor(by_both_, Limits{-1e30, 1e30});
    visitor(by_shift_, Limits{ridge, 1e30});
  }

 private:
  static constexpr double ridge = 20;  // as many rounds as it takes to move far from the prediction as it is
  static constexpr double least_curvature = 1e-4;
  static constexpr double most = 100;

  double slope_ = 1;
  double shift_ = 0;
  double by_slope_ = ridge;
  double by_both_ = 0;
  double by_shift_ = ridge;
};

}  // namespace tacit
