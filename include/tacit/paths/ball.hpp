// On the ball the curve is x(tau) = P(x_t - tau z). It stays in the plane of x_t and z: each of its points is
// sigma x_t + kappa z.
//
// With a = <z, x_t>, m = ||z||^2, n = ||x_t||^2 and q = a - tau m (the prediction before projecting),
//   h^2 = ||x_t - tau z||^2,  sigma = min(1, R/h),  prediction = sigma q,  kappa = -sigma tau,
// so a round costs O(nonzeros) and the paper's numeric search for alpha (1 + alpha = 1/sigma) is not needed.
#pragma once

#include <cmath>

#include "tacit/core/scaled_vector.hpp"
#include "tacit/domains/ball.hpp"
#include "tacit/paths/path.hpp"

namespace tacit {

// The curve in its plane: all that the update needs to know of x_t and z.
class BallPlane {
 public:
  struct Step {
    double multiplier;
    double prediction;
    double divergence;
    double sigma;
    double kappa;
    double squared_norm;
  };

  BallPlane(double radius, double a, double m, double n) : radius_(radius), a_(a), m_(m), n_(n) {}

  template <Surrogate M>
  Step implicit(const M& model, double lambda) const {
    const Prox<double> free = model.prox(a_, lambda, m_);  // over the whole space; if that lies in the ball, it is the answer
    const double squared_norm = after(free.multiplier);
    if (squared_norm <= radius_ * radius_) return inside(free.multiplier, squared_norm, free.point);
    if constexpr (PiecewiseLinearSurrogate<M>) {
      return walk_pieces(
          model, a_, lambda, [&](double tau) { return along(tau); }, [&](double p) { return reach(p); });
    } else {
      if (lambda > 0) return on_sphere(model, lambda, free.multiplier);
      const bool reachable = magnitude(free.point) < radius_ * std::sqrt(m_);
      return reachable ? reach(free.point) : end(free.point < a_);
    }
  }

  // x(tau).
  Step along(double tau) const {
    const double squared_norm = after(tau);
    if (squared_norm <= radius_ * radius_) return inside(tau, squared_norm, a_ - tau * m_);
    if (!is_finite(squared_norm)) return end(tau > 0);
    const double h = std::sqrt(squared_norm);
    const double sigma = radius_ / h;
    const double one_minus_sigma = ((n_ - radius_ * radius_) + change(tau)) / (h * (h + radius_));
    const double along_z = -one_minus_sigma * a_ - sigma * tau * m_;  // change of prediction
    return projected(tau, sigma * (a_ - tau * m_), along_z, one_minus_sigma, sigma, -sigma * tau);
  }

  // The point of the curve that predicts p, |p| < R ||z||.
  Step reach(double p) const {
    const double r = std::sqrt(m_);
    const double part = p / r;  // of x along z / ||z||
    const double w2 = orthogonal();
    if (w2 == 0 || w2 + part * part <= radius_ * radius_) return inside((a_ - p) / m_, w2 + part * part, p);
    const double root = std::sqrt(most(0.0, (radius_ - part) * (radius_ + part)));  // rounding may put p at the end of the curve
    const double w = std::sqrt(w2);
    const double sigma = root / w;
    return projected((a_ - p / sigma) / m_, p, p - a_, (w - root) / w, sigma, (p - sigma * a_) / m_);
  }

 private:
  // ||x_t - tau z||^2 - ||x_t||^2.
  double change(double tau) const { return tau * (tau * m_ - 2 * a_); }
  double after(double tau) const { return most(0.0, n_ + change(tau)); }

  // The squared length of the part of x_t orthogonal to z.
  double orthogonal() const { return most(0.0, n_ - (a_ / m_) * a_); }

  Step inside(double tau, double squared_norm, double prediction) const {
    return {tau, prediction, 0.5 * tau * (tau * m_), 1.0, -tau, squared_norm};
  }

  Step projected(double tau, double prediction, double along_z, double one_minus_sigma, double sigma, double kappa) const {
    const double divergence = 0.5 * ((along_z / m_) * along_z + one_minus_sigma * one_minus_sigma * orthogonal());
    return {tau, prediction, divergence, sigma, kappa, radius_ * radius_};
  }

  // Where the curve ends: the point of the ball with the least (down) or greatest prediction. x_t is forgotten.
  Step end(bool down) const {
    const double r = std::sqrt(m_);
    const double p = down ? -radius_ * r : radius_ * r;
    const double tau = (down ? 1 : -1) * std::numeric_limits<double>::infinity();
    return projected(tau, p, p - a_, 1.0, 0.0, (down ? -radius_ : radius_) / r);
  }

  // For a smooth model whose answer lies on the sphere. There the prediction is R r sin(theta), r = ||z||, and
  //   G(theta) = slope(R r sin) r cos - lambda (u cos - w sin),   u = a / r,  w^2 = n - u^2,
  // changes sign once, from - to +. The half-angle tangent t runs over [-1, 1] without trigonometric functions or singularities.
  template <Surrogate M>
  Step on_sphere(const M& model, double lambda, double free_tau) const {
    const double r = std::sqrt(m_);
    const double u = a_ / r;
    const double w = std::sqrt(orthogonal());
    const double v = u - free_tau * r;
    // On the sphere the pull is no less than where it would let go over the whole space.
    const auto pulled = [&](double p) {
      const double tau = model.slope(p) / lambda;
      return free_tau > 0 ? most(free_tau, tau) : least(free_tau, tau);
    };
    if (w == 0) return along(pulled(v > 0 ? radius_ * r : -radius_ * r));  // z is all but parallel to x_t
    double low = -1;
    double high = 1;
    double step = 2;
    double step_before = 2;
    double t = v / (w + std::sqrt(w * w + v * v));
    for (int iteration = 0; iteration < 200; ++iteration) {
      const auto [sine, cosine] = angle(t);
      const double p = radius_ * r * sine;
      const double slope = model.slope(p);
      const double g = slope * r * cosine - lambda * (u * cosine - w * sine);
      (g > 0 ? high : low) = t;
      const double g_prime =
          model.curvature(p) * radius_ * (r * cosine) * (r * cosine) - slope * r * sine + lambda * (u * sine + w * cosine);
      double next = t - g * (1 + t * t) / (2 * g_prime);
      const bool slow = !(2 * magnitude(next - t) <= step_before);  // Newton's steps must shrink, or they may go to and fro
      if (slow || !(next >= low && next <= high)) next = 0.5 * (low + high);
      step_before = step;
      step = magnitude(next - t);
      t = next;
      if (step <= 0x1p-52) break;
    }
    const auto [sine, cosine] = angle(t);
    const double p = radius_ * r * sine;
    const double sigma = radius_ * cosine / w;
    // tau = slope / lambda is the better known where lambda is large, the angle where it is small: there what the slope has lost
    // to cancellation would be divided by lambda.
    if (model.slope(p) != 0 && model.curvature(p) * m_ * sigma * cosine * cosine <= lambda) return along(pulled(p));
    return projected((a_ - p / sigma) / m_, p, p - a_, (w - radius_ * cosine) / w, sigma, (p - sigma * a_) / m_);
  }

  struct Angle {
    double sine;
    double cosine;
  };
  static Angle angle(double t) { return {2 * t / (1 + t * t), (1 - t) * (1 + t) / (1 + t * t)}; }

  double radius_;
  double a_;
  double m_;
  double n_;
};

template <>
class Path<Ball> {
 public:
  class Weights : public ScaledVector {
   public:
    explicit Weights(const Ball&) {}
  };
  using Step = BallPlane::Step;

  Path(const Ball& ball, Weights& weights, Row z) : radius_(ball.radius()), x_(weights), z_(z), inner_(weights.inner(z)) {}

  double prediction() const { return inner_.product; }
  double dual_norm() const { return inner_.squared_norm; }
  bool can_move() const { return inner_.squared_norm >= smallest_squared_norm; }

  template <Surrogate M>
  Step implicit(const M& model, double lambda) const {
    return BallPlane(radius_, inner_.product, inner_.squared_norm, x_.squared_norm()).implicit(model, lambda);
  }

  void move(const Step& step) {
    x_.move(step.sigma, step.kappa, z_, step.squared_norm);
    x_.limit_squared_norm(radius_ * radius_);  // rounding alone never counts as leaving the ball
  }

 private:
  double radius_;
  Weights& x_;
  Row z_;
  Inner inner_;
};

}  // namespace tacit
