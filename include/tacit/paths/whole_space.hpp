// In the whole space the curve is a straight line, x(tau) = x_t - tau z, and the implicit update is the loss's own prox.
#pragma once

#include "tacit/core/sparse.hpp"
#include "tacit/domains/whole_space.hpp"
#include "tacit/paths/path.hpp"

namespace tacit {

template <>
class Path<WholeSpace> {
 public:
  class Weights {
   public:
    explicit Weights(const WholeSpace&) {}

    double operator[](Index i) const { return x_[i]; }
    void set(Index i, double value) { x_.set(i, value); }
    double product(Row z) const { return tacit::product(z, x_); }

    const WeightVector& unscaled() const { return x_; }
    WeightVector& unscaled() { return x_; }
    template <class Visitor>
    void visit_state(Visitor&&) {}

   private:
    WeightVector x_;
  };

  struct Step {
    double multiplier;
    double prediction;
    double divergence;
  };

  Path(const WholeSpace&, Weights& weights, Row z) : x_(weights.unscaled()), z_(z) {
    x_.reach(z);
    const Inner both = inner(z, x_.data());
    a_ = both.product;
    m_ = both.squared_norm;
  }

  double prediction() const { return a_; }
  double dual_norm() const { return m_; }
  bool can_move() const { return m_ >= smallest_squared_norm; }

  template <Surrogate M>
  Step implicit(const M& model, double lambda) const {
    const auto [point, tau] = model.prox(a_, lambda, m_);
    return {tau, point, 0.5 * tau * (tau * m_)};
  }

  void move(const Step& step) { add(x_.data(), -step.multiplier, z_); }

 private:
  WeightVector& x_;
  Row z_;
  double a_;
  double m_;
};

}  // namespace tacit
