// Smooth losses: Newton's method with the ball for its trust region.
//
// A step goes towards the minimum over the ball of the quadratic model at x, which solves (H + lambda I) dx = -g - lambda x for
// the least lambda >= 0 with ||x + dx|| <= R; lambda by Newton's method on 1/R - 1/||x + dx|| (Hebden; Moré and Sorensen). On the
// segment to there, the loss itself is minimised: a convex function of one number.
#pragma once

#include "certify/gram.hpp"
#include "certify/proof.hpp"

namespace tacit::comparing {

template <class L>
class Newton {
 public:
  Newton(const L& loss, const CompactRows& rows, double radius, const ComparatorOptions& options)
      : loss_(loss), rows_(rows), chunks_(rows, options.threads), gram_(make_gram(rows, options.threads)), radius_(radius) {
    x_.assign(rows.columns(), 0.0);
    p_.assign(rows.size(), 0.0);
    theta_.assign(rows.size(), 0.0);
  }

  static constexpr const char* name = "Newton";
  const char* systems() const { return gram_->name(); }

  // Returns the number of iterations made.
  int run(Proof<L>& proof, int most_iterations) {
    const std::size_t n = rows_.size();
    Vector dp(n);
    for (int iteration = 0; iteration < most_iterations; ++iteration) {
      gradient_ = chunks_.combine(rows_, [&](std::size_t i) { return rows_.weight[i] * loss_.slope(p_[i], rows_.label[i]); });
      const double upper = chunks_.sum([&](std::size_t i) { return rows_.weight[i] * loss_.value(p_[i], rows_.label[i]); });
      const double gap = inner(gradient_, x_) + radius_ * norm(gradient_);
      if (proof.offer(
              x_, upper, [&](std::size_t i) { return loss_.slope(p_[i], rows_.label[i]); }, upper - gap))
        return iteration;

      for (std::size_t i = 0; i < n; ++i) theta_[i] = rows_.weight[i] * loss_.curvature(p_[i], rows_.label[i]);
      gram_->weigh(theta_);
      const Vector dx = step();
      chunks_.each([&](std::size_t, std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) dp[i] = rows_.dot(i, dx);
      });
      const double part = search(dp);
      add(x_, part, dx);
      chunks_.each([&](std::size_t, std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) p_[i] = rows_.dot(i, x_);
      });
    }
    return most_iterations;
  }

  void polish(Proof<L>& proof) { proof.polish(*gram_, theta_); }

 private:
  // The step to the model's minimum over the ball.
  Vector step() {
    Vector best;
    if (lambda_ < 0) lambda_ = 0.5 * norm(gradient_) / radius_;
    double low = 0;
    double high = std::numeric_limits<double>::infinity();
    for (int again = 0; again < 50; ++again) {
      gram_->factor(lambda_, 0, x_);
      Vector dx = gradient_;
      for (std::size_t j = 0; j < dx.size(); ++j) dx[j] = -gradient_[j] - lambda_ * x_[j];
      dx = gram_->solve(dx);
      Vector there = x_;
      add(there, 1, dx);
      const double length = norm(there);
      if (!std::isfinite(length)) {  // a matrix of zeros, or nearly
        lambda_ = std::max(2 * lambda_, norm(gradient_) / radius_);
        low = std::max(low, 0.5 * lambda_);
        continue;
      }
      best = std::move(dx);
      if (std::fabs(length - radius_) <= 1e-11 * radius_ || (lambda_ == 0 && length <= radius_)) break;
      (length > radius_ ? low : high) = lambda_;
      const double slope = inner(there, gram_->solve(there));
      double next = lambda_ + length * length / slope * ((length - radius_) / radius_);
      if (!(next > low && next < high)) {
        if (low == 0 && next <= 0 && length <= radius_) {
          next = 0;
        } else {
          next = std::isfinite(high) ? 0.5 * (low + high) : std::max(2 * low, norm(gradient_) / radius_);
        }
      }
      if (next == lambda_ || high - low <= 1e-15 * low) break;
      lambda_ = next;
    }
    if (best.empty()) best.assign(x_.size(), 0.0);
    Vector there = x_;
    add(there, 1, best);
    const double length = norm(there);
    if (length > radius_) {
      for (std::size_t j = 0; j < best.size(); ++j) best[j] = there[j] * (radius_ / length) - x_[j];
    }
    return best;
  }

  // Returns how far along the segment the loss falls: to where its slope is 0, or all the way.
  double search(const Vector& dp) const {
    const auto steepness = [&](double part) {
      return chunks_.sum(
          [&](std::size_t i) { return rows_.weight[i] * loss_.slope(p_[i] + part * dp[i], rows_.label[i]) * dp[i]; });
    };
    double at_high = steepness(1);
    if (!(at_high > 0)) return 1;
    double at_low = steepness(0);
    const double start = std::fabs(at_low);
    if (std::fabs(at_high) <= 0.1 * start || at_low >= 0) return 1;
    double low = 0;
    double high = 1;
    double part = 1;
    for (int halving = 0; halving < 40; ++halving) {
      const double secant = low + (high - low) * (-at_low / (at_high - at_low));
      part = halving % 3 == 2 ? 0.5 * (low + high) : std::clamp(secant, low + 0.01 * (high - low), high - 0.01 * (high - low));
      const double here = steepness(part);
      if (std::fabs(here) <= 0.01 * start) break;
      (here > 0 ? high : low) = part;
      (here > 0 ? at_high : at_low) = here;
    }
    return part;
  }

  const L& loss_;
  const CompactRows& rows_;
  Chunks chunks_;
  std::unique_ptr<Gram> gram_;
  double radius_;
  double lambda_ = -1;  // none yet
  Vector x_;
  Vector p_;      // predictions
  Vector theta_;  // how much the slopes, times the weights, give way when predictions move by 1
  Vector gradient_;
};

}  // namespace tacit::comparing
