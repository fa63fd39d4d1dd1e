// Newton's method inside the ball, for systems that are solved by conjugate gradients: one system per step, where ball_step.hpp
// needs many, and none of them to the last digit.
//
// The minimum has  gradient + lambda x = 0,  lambda s = 0,  s = (R^2 - ||x||^2) / 2. Held at mu instead, the product keeps x
// inside, and mu follows the gap:  H + lambda I + (lambda/s) x x^T  is the matrix of the Newton step, lambda an unknown as x is.
// A step goes as far as the loss less mu ln s falls.
#pragma once

#include <algorithm>
#include <cmath>

#include "certify/ball_step.hpp"
#include "certify/vector.hpp"

namespace tacit::comparing {

class BallWalk {
 public:
  explicit BallWalk(double radius) : radius_(radius) {}

  // Moves x, whose loss is known to lie within the gap of its minimum and has this gradient. The system is weighed;
  // steepness(dx, part) is the derivative of the loss along dx at x + part dx. Returns false where nothing more can be gained.
  template <class System, class Steepness>
  bool step(System& system, const Vector& gradient, double gap, Vector& x, Steepness steepness) {
    const double slack = slack_of(x);
    if (!(gap > 0) || !(slack > 0)) return false;
    mu_ = mu_ > 0 ? std::min(mu_, closer * gap) : closer * gap;
    if (lambda_ < 0) lambda_ = mu_ / slack;
    system.factor(lambda_, lambda_ / slack, x);
    Vector dx = gradient;
    for (std::size_t j = 0; j < dx.size(); ++j) dx[j] = -gradient[j] - mu_ / slack * x[j];
    dx = system.solve(dx, accuracy);
    const double across = inner(x, dx);
    const double square = inner(dx, dx);
    if (!(square > 0) || !std::isfinite(square)) return false;
    const double lambda_move = (mu_ - lambda_ * slack + lambda_ * across) / slack;
    const double root = std::sqrt(across * across + 2 * square * slack);
    const double to_sphere = across > 0 ? 2 * slack / (across + root) : (root - across) / square;
    const double longest = std::min(1.0, 0.95 * to_sphere);
    const double part = longest * search_way(
                                      [&](double way) {
                                        const double here = way * longest;
                                        const double left = slack - here * across - 0.5 * here * here * square;
                                        return steepness(dx, here) + mu_ / left * (across + here * square);
                                      },
                                      0.1);
    add(x, part, dx);
    const double left = slack_of(x);
    if (!(left > 0)) return false;
    lambda_ = std::clamp(lambda_ + part * lambda_move, 0.1 * mu_ / left, 10 * mu_ / left);
    return true;
  }

 private:
  static constexpr double closer = 0.1;     // how much of the gap is aimed at
  static constexpr double accuracy = 0.03;  // of a system

  double slack_of(const Vector& x) const {
    const double length = norm(x);
    return 0.5 * (radius_ - length) * (radius_ + length);
  }

  double radius_;
  double mu_ = 0;       // none yet
  double lambda_ = -1;  // none yet
};

}  // namespace tacit::comparing
