// The proximal step of several classes on a ball of all weights together.
//
// A point on its border is  factor * x_t - (change / m) z  per class, where the change is the surrogate's own prox from the
// scores factor * u with  lambda / factor:  shrinking x_t is what the border's multiplier asks for. The norm falls with the
// factor, so the factor that meets the radius is found by halving and secants. At lambda = 0 every factor above 0 asks for the
// minimisers nearest to it; where none of them lies in the ball, x_t does not matter, and the multiplier itself is looked for.
#pragma once

#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include "tacit/losses/class_loss.hpp"

namespace tacit {

// Where a round begins.
struct ClassPoint {
  Scores scores;
  double squared_norm;  // of all weights
  double m;             // that of the features
};

struct ClassMove {
  ClassStep step{};
  double factor = 1;
  double squared_norm = 0;
  double divergence = 0;  // 1/2 |x_{t+1} - x_t|^2
};

// The root of a function that falls from `low` to `high`, positive at `low`: Illinois's rule, to the last digits.
template <class Function>
double falling_root(Function f, double low, double f_low, double high, double f_high) {
  double x = low;
  int side = 0;
  for (int iteration = 0; iteration < 200; ++iteration) {
    double next = (low * f_high - high * f_low) / (f_high - f_low);
    if (!(next > low && next < high)) next = low + 0.5 * (high - low);
    if (next == x || next == low || next == high) return next;
    x = next;
    const double value = f(x);
    if (value == 0) return x;
    const int now = value > 0 ? 1 : -1;
    if (value > 0) {
      low = x;
      f_low = value;
      if (now == side) f_high *= 0.5;
    } else {
      high = x;
      f_high = value;
      if (now == side) f_low *= 0.5;
    }
    side = now;
    if (high - low <= 1e-16 * std::abs(high)) return x;
  }
  return x;
}

template <class Surrogate>
class BallMove {
 public:
  BallMove(const Surrogate& surrogate, const ClassPoint& now, double radius, std::span<double> change)
      : surrogate_(surrogate), now_(now), squared_radius_(radius * radius), change_(change) {}

  ClassMove find(double lambda) {
    ClassMove moved = at(1, lambda);
    if (moved.squared_norm <= squared_radius_) return moved;
    const auto beyond_by_factor = [&](double factor) { return at(factor, lambda / factor).squared_norm - squared_radius_; };
    const auto beyond_by_lambda = [&](double multiplier) { return at(0, multiplier).squared_norm - squared_radius_; };
    const double smallest = 1e-9;
    const double at_smallest = beyond_by_factor(smallest);
    double factor = 0;
    double stiffness = lambda;
    if (at_smallest <= 0) {
      factor = -falling_root([&](double minus) { return beyond_by_factor(-minus); }, -1.0, moved.squared_norm - squared_radius_,
                             -smallest, at_smallest);
      stiffness = lambda / factor;
    } else {  // x_t does not matter
      // Where the multiplier that meets the border is too small for a number, the point of the smallest is inside, and loses
      // nothing.
      const double least = 1e-290 * std::max(1.0, now_.m);
      if (beyond_by_lambda(least) <= 0) return at(0, least);
      double low = std::max(lambda / smallest, std::numeric_limits<double>::min());
      double high = std::max(1.0, 2 * low);
      while (beyond_by_lambda(high) > 0) high *= 16;
      while (low < 1e-290 * high || beyond_by_lambda(low) <= 0) low = high / 16, high = beyond_by_lambda(low) > 0 ? high : low;
      stiffness = falling_root(beyond_by_lambda, low, beyond_by_lambda(low), high, beyond_by_lambda(high));
    }
    moved = at(factor, stiffness);
    moved.squared_norm = squared_radius_;
    return moved;
  }

 private:
  ClassMove at(double factor, double lambda) {
    centre_.resize(now_.scores.size());
    for (std::size_t k = 0; k < centre_.size(); ++k) centre_[k] = factor * now_.scores[k];
    ClassMove moved{.step = surrogate_.prox(centre_, lambda, now_.m, change_), .factor = factor};
    double product = 0;
    for (std::size_t k = 0; k < centre_.size(); ++k) product += change_[k] * now_.scores[k];
    const double own = moved.step.squared_change / now_.m;
    const double across = product / now_.m;
    moved.squared_norm = factor * factor * now_.squared_norm - 2 * factor * across + own;
    const double shrunk = 1 - factor;
    moved.divergence = 0.5 * (shrunk * shrunk * now_.squared_norm + 2 * shrunk * across + own);
    return moved;
  }

  const Surrogate& surrogate_;
  const ClassPoint& now_;
  double squared_radius_;
  std::span<double> change_;
  std::vector<double> centre_;
};

// Writes the change of the scores beyond the factor.
template <class Surrogate>
ClassMove move_on_ball(const Surrogate& surrogate, const ClassPoint& now, double lambda, double radius,
                       std::span<double> change) {
  if (!std::isinf(radius)) return BallMove<Surrogate>(surrogate, now, radius, change).find(lambda);
  ClassMove moved{.step = surrogate.prox(now.scores, lambda, now.m, change)};
  moved.divergence = 0.5 * moved.step.squared_change / now.m;
  return moved;
}

}  // namespace tacit
