// Smooth losses: Newton's method with the ball for its trust region.
//
// A step goes towards the minimum over the ball of the quadratic model at x. On the segment to there, the loss itself is
// minimised: a convex function of one number.
#pragma once

#include "certify/ball_step.hpp"
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
      const Vector dx = ball_step(*gram_, gradient_, x_, radius_, lambda_);
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
  // Returns how far along the segment the loss falls: to where its slope is 0, or all the way.
  double search(const Vector& dp) const {
    const auto steepness = [&](double part) {
      return chunks_.sum(
          [&](std::size_t i) { return rows_.weight[i] * loss_.slope(p_[i] + part * dp[i], rows_.label[i]) * dp[i]; });
    };
    return search_way(steepness, 0.01);
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
