// Smooth losses: Newton's method with the ball for its trust region.
//
// A step goes towards the minimum over the ball of the quadratic model at x. On the segment to there, the loss itself is
// minimised: a convex function of one number. Where systems are solved in steps, the walk inside the ball needs fewer.
#pragma once

#include "certify/ball_step.hpp"
#include "certify/ball_walk.hpp"
#include "certify/gram.hpp"
#include "certify/proof.hpp"

namespace tacit::comparing {

template <class L>
class Newton {
 public:
  Newton(const L& loss, const CompactRows& rows, double radius, const ComparatorOptions& options, Effort& effort)
      : loss_(loss),
        rows_(rows),
        chunks_(rows, options.threads),
        effort_(effort),
        gram_(make_gram(rows, options.threads, effort)),
        radius_(radius),
        walk_(radius) {
    x_.assign(rows.columns(), 0.0);
    p_.assign(rows.size(), 0.0);
    theta_.assign(rows.size(), 0.0);
  }

  static constexpr const char* name = "Newton";
  const char* systems() const { return gram_->name(); }

  // Returns the number of iterations made.
  int run(Proof<L>& proof, int most_iterations) {
    const std::size_t n = rows_.size();
    for (int iteration = 0; iteration < most_iterations; ++iteration) {
      gradient_ = chunks_.combine(rows_, [&](std::size_t i) { return rows_.weight[i] * loss_.slope(p_[i], rows_.label[i]); });
      const double upper = chunks_.sum([&](std::size_t i) { return rows_.weight[i] * loss_.value(p_[i], rows_.label[i]); });
      const double gap = inner(gradient_, x_) + radius_ * norm(gradient_);
      if (proof.offer(
              x_, upper, [&](std::size_t i) { return loss_.slope(p_[i], rows_.label[i]); }, upper - gap))
        return iteration;
      if (effort_.spent()) return iteration;

      for (std::size_t i = 0; i < n; ++i) theta_[i] = rows_.weight[i] * loss_.curvature(p_[i], rows_.label[i]);
      gram_->weigh(theta_);
      if (!(gram_->in_steps() ? walk(gap) : step())) return iteration;
      predict(x_, p_);
    }
    return most_iterations;
  }

  void polish(Proof<L>& proof) { proof.polish(*gram_, theta_); }

 private:
  void predict(const Vector& x, Vector& p) const {
    p.resize(rows_.size());
    chunks_.each([&](std::size_t, std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) p[i] = rows_.dot(i, x);
    });
  }

  // Goes as far along the segment as the loss falls: to where its slope is 0, or all the way.
  bool step() {
    const Vector dx = ball_step(*gram_, gradient_, x_, radius_, lambda_);
    predict(dx, dp_);
    add(x_, search_way([&](double part) { return steepness(part); }, 0.01), dx);
    return true;
  }
  bool walk(double gap) {
    bool known = false;  // what dx changes
    return walk_.step(*gram_, gradient_, gap, x_, [&](const Vector& dx, double part) {
      if (!known) predict(dx, dp_);
      known = true;
      return steepness(part);
    });
  }
  double steepness(double part) const {
    return chunks_.sum(
        [&](std::size_t i) { return rows_.weight[i] * loss_.slope(p_[i] + part * dp_[i], rows_.label[i]) * dp_[i]; });
  }

  const L& loss_;
  const CompactRows& rows_;
  Chunks chunks_;
  Effort& effort_;
  std::unique_ptr<Gram> gram_;
  double radius_;
  BallWalk walk_;
  double lambda_ = -1;  // none yet
  Vector x_;
  Vector p_;      // predictions
  Vector dp_;     // those of the step
  Vector theta_;  // how much the slopes, times the weights, give way when predictions move by 1
  Vector gradient_;
};

}  // namespace tacit::comparing
