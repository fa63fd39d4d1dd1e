// On the ball the curve is x(tau) = P(x_t - tau z). It stays in the plane of x_t and z: each of its points is
// sigma x_t + kappa z.
//
// With a = <z, x_t>, m = ||z||^2, n = ||x_t||^2 and q = a - tau m (the prediction before projecting),
//   h^2 = ||x_t - tau z||^2,  sigma = min(1, R/h),  prediction = sigma q,  kappa = -sigma tau,
// so a round costs O(nonzeros) and the paper's numeric search for alpha (1 + alpha = 1/sigma) is not needed.
#pragma once

#include <concepts>
#include <limits>

#include "tacit/core/scaled_vector.hpp"
#include "tacit/domains/ball.hpp"
#include "tacit/paths/path.hpp"

namespace tacit {

// The curve in its plane: all that the update needs to know of x_t and z.
template <class R>
class BallPlaneOf {
 public:
  using Mask = decltype(R() < R());

  struct Step {
    R multiplier;
    R prediction;
    R change;
    R divergence;
    R sigma;
    R kappa;
    R squared_norm;

    friend Step choose(const Mask& condition, const Step& yes, const Step& no) {
      return {choose(condition, yes.multiplier, no.multiplier),
              choose(condition, yes.prediction, no.prediction),
              choose(condition, yes.change, no.change),
              choose(condition, yes.divergence, no.divergence),
              choose(condition, yes.sigma, no.sigma),
              choose(condition, yes.kappa, no.kappa),
              choose(condition, yes.squared_norm, no.squared_norm)};
    }
  };

  BallPlaneOf(double radius, const R& a, double m, const R& n) : radius_(radius), a_(a), m_(m), n_(n) {}

  template <Surrogate G>
  Step implicit(const G& surrogate, const R& lambda) const {
    if constexpr (std::same_as<G, TangentOf<R>>) return along(surrogate.steepness / lambda);  // it pulls alike everywhere
    const Prox<R> free = surrogate.prox(a_, lambda, R(m_));  // over the whole space; if that lies in the ball, it is the answer
    const R squared_norm = after(free.multiplier);
    const Mask within = squared_norm <= radius_ * radius_;
    const Step answer = inside(free.multiplier, squared_norm, free.point);
    if (everywhere(within)) return answer;  // NOLINT: nothing to move
    return choose(within, answer, outside(surrogate, lambda, free));
  }

  // x(tau).
  Step along(const R& tau) const {
    const R squared_norm = after(tau);
    const Mask within = squared_norm <= radius_ * radius_;
    Step step = inside(tau, squared_norm, a_ - tau * m_);
    if (everywhere(within)) return step;
    const R h = square_root(squared_norm);
    const R sigma = radius_ / h;
    const R one_minus_sigma = ((n_ - radius_ * radius_) + change(tau)) / (h * (h + radius_));
    const R change = one_minus_sigma * a_ + sigma * tau * m_;
    step = choose(within, step, projected(tau, sigma * (a_ - tau * m_), change, one_minus_sigma, sigma, -sigma * tau));
    const Mask endless = !is_number(squared_norm);
    if (somewhere(endless)) step = choose(endless, end(tau > 0.0), step);
    return step;
  }

  // The point of the curve that predicts p, |p| < R ||z||.
  Step reach(const R& p) const {
    const double r = std::sqrt(m_);
    const R part = p / r;  // of x along z / ||z||
    const R w2 = orthogonal();
    const Mask within = w2 == 0.0 || w2 + part * part <= radius_ * radius_;
    const Step step = inside((a_ - p) / m_, w2 + part * part, p);
    if (everywhere(within)) return step;  // NOLINT: nothing to move
    const R root =
        square_root(larger(R(0.0), (radius_ - part) * (radius_ + part)));  // rounding may put p at the end of the curve
    const R w = square_root(w2);
    const R sigma = root / w;
    return choose(within, step, projected((a_ - p / sigma) / m_, p, a_ - p, (w - root) / w, sigma, (p - sigma * a_) / m_));
  }

 private:
  // ||x_t - tau z||^2 - ||x_t||^2.
  R change(const R& tau) const { return tau * (tau * m_ - 2.0 * a_); }
  R after(const R& tau) const { return larger(R(0.0), n_ + change(tau)); }

  // The squared length of the part of x_t orthogonal to z.
  R orthogonal() const { return larger(R(0.0), n_ - (a_ / m_) * a_); }

  Step inside(const R& tau, const R& squared_norm, const R& prediction) const {
    const R change = tau * m_;
    return {tau, prediction, change, 0.5 * tau * change, R(1.0), -tau, squared_norm};
  }

  Step projected(const R& tau, const R& prediction, const R& change, const R& one_minus_sigma, const R& sigma,
                 const R& kappa) const {
    const R divergence = 0.5 * ((change / m_) * change + one_minus_sigma * one_minus_sigma * orthogonal());
    return {tau, prediction, change, divergence, sigma, kappa, R(radius_ * radius_)};
  }

  // Where the curve ends: the point of the ball with the least (down) or greatest prediction. x_t is forgotten.
  Step end(const Mask& down) const {
    const double r = std::sqrt(m_);
    const R sign = choose(down, R(-1.0), R(1.0));
    const R p = sign * (radius_ * r);
    return projected(-sign * std::numeric_limits<double>::infinity(), p, a_ - p, R(1.0), R(0.0), sign * radius_ / r);
  }

  // The answer where the one over the whole space lies outside. Long, and the same for every rule: not to be copied into each.
  template <Surrogate G>
  [[gnu::noinline]] Step outside(const G& surrogate, const R& lambda, const Prox<R>& free) const {
    if constexpr (PiecewiseLinearSurrogate<G>) {
      return walk_pieces(
          surrogate, a_, lambda, [&](const R& tau) { return along(tau); }, [&](const R& p) { return reach(p); });
    } else {
      const Mask held = lambda > 0.0;
      if (everywhere(held)) return on_sphere(surrogate, lambda, free.multiplier);
      const Mask reachable = magnitude(free.point) < radius_ * std::sqrt(m_);
      const Step step = choose(reachable, reach(free.point), end(free.point < a_));
      return somewhere(held) ? choose(held, on_sphere(surrogate, lambda, free.multiplier), step) : step;
    }
  }

  // For a smooth surrogate whose answer lies on the sphere. There the prediction is R r sin(theta), r = ||z||, and
  //   g(theta) = slope(R r sin) r cos - lambda (u cos - w sin),   u = a / r,  w^2 = n - u^2,
  // changes sign once, from - to +. The half-angle tangent t runs over [-1, 1] without trigonometric functions or singularities.
  template <Surrogate G>
  Step on_sphere(const G& surrogate, const R& lambda, const R& free_tau) const {
    const double r = std::sqrt(m_);
    const R u = a_ / r;
    const R w = square_root(orthogonal());
    const R v = u - free_tau * r;
    // On the sphere the pull is no less than where it would let go over the whole space.
    const auto pulled = [&](const R& p) {
      const R tau = surrogate.slope(p) / lambda;
      return choose(free_tau > 0.0, larger(free_tau, tau), smaller(free_tau, tau));
    };
    const Mask parallel = w == 0.0;  // z is all but parallel to x_t
    const auto straight = [&] { return along(pulled(choose(v > 0.0, R(radius_ * r), R(-radius_ * r)))); };
    if (everywhere(parallel)) return straight();
    R low = -1;
    R high = 1;
    R step = 2;
    R step_before = 2;
    R t = v / (w + square_root(w * w + v * v));
    Mask done = parallel || !is_number(t);  // a lane that has diverged keeps no other waiting
    for (int iteration = 0; iteration < 200 && !everywhere(done); ++iteration) {
      const auto [sine, cosine] = angle(t);
      const R p = radius_ * r * sine;
      const R slope = surrogate.slope(p);
      const R g = slope * r * cosine - lambda * (u * cosine - w * sine);
      high = choose(g > 0.0, t, high);
      low = choose(g > 0.0, low, t);
      const R g_prime =
          surrogate.curvature(p) * radius_ * (r * cosine) * (r * cosine) - slope * r * sine + lambda * (u * sine + w * cosine);
      R next = t - g * (1.0 + t * t) / (2.0 * g_prime);
      const Mask slow = !(2.0 * magnitude(next - t) <= step_before);  // Newton's steps must shrink, or they may go to and fro
      next = choose(slow || !(next >= low && next <= high), 0.5 * (low + high), next);
      step_before = step;
      step = magnitude(next - t);
      t = choose(done, t, next);
      done = done || step <= 0x1p-52;
    }
    const auto [sine, cosine] = angle(t);
    const R p = radius_ * r * sine;
    const R sigma = radius_ * cosine / w;
    // tau = slope / lambda is the better known where lambda is large, the angle where it is small: there what the slope has lost
    // to cancellation would be divided by lambda.
    const Mask by_slope = surrogate.slope(p) != 0.0 && surrogate.curvature(p) * m_ * sigma * cosine * cosine <= lambda;
    Step answer = projected((a_ - p / sigma) / m_, p, a_ - p, (w - radius_ * cosine) / w, sigma, (p - sigma * a_) / m_);
    if (somewhere(by_slope)) answer = choose(by_slope, along(pulled(p)), answer);
    return somewhere(parallel) ? choose(parallel, straight(), answer) : answer;
  }

  struct Angle {
    R sine;
    R cosine;
  };
  static Angle angle(const R& t) { return {2.0 * t / (1.0 + t * t), (1.0 - t) * (1.0 + t) / (1.0 + t * t)}; }

  double radius_;
  R a_;
  double m_;
  R n_;
};

using BallPlane = BallPlaneOf<double>;

template <class R>
class Path<Ball, R> {
 public:
  class Weights : public ScaledVectorOf<R> {
   public:
    explicit Weights(const Ball&) {}
  };
  using Step = typename BallPlaneOf<R>::Step;
  using Mask = typename BallPlaneOf<R>::Mask;

  Path(const Ball& ball, Weights& weights, const FeaturesOf<R>& z)
      : radius_(ball.radius()), x_(weights), z_(z), inner_(weights.inner(z)) {}

  const R& prediction() const { return inner_.product; }
  double dual_norm() const { return inner_.squared_norm; }
  bool can_move() const { return inner_.squared_norm >= smallest_squared_norm; }

  template <Surrogate G>
  Step implicit(const G& surrogate, const R& lambda) const {
    return BallPlaneOf<R>(radius_, inner_.product, inner_.squared_norm, x_.squared_norm()).implicit(surrogate, lambda);
  }

  void move(const Step& step, const Mask& moves = Mask(true)) {
    x_.move(moves, step.sigma, step.kappa, z_, step.squared_norm);
    x_.limit_squared_norm(radius_ * radius_);  // rounding alone never counts as leaving the ball
  }

 private:
  double radius_;
  Weights& x_;
  FeaturesOf<R> z_;
  Inner<R> inner_;
};

}  // namespace tacit
