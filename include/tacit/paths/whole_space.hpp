// In the whole space the curve is a straight line, x(tau) = x_t - tau z, and the implicit update is the loss's own prox.
#pragma once

#include "tacit/domains/whole_space.hpp"
#include "tacit/paths/path.hpp"

namespace tacit {

template <class R>
class Path<WholeSpace, R> {
 public:
  using Mask = decltype(R() < R());

  class Weights {
   public:
    explicit Weights(const WholeSpace&) {}

    R operator[](Index i) const { return x_[i]; }
    void set(Index i, const R& value) { x_.set(i, value); }
    R product(Row z) const { return tacit::product(z, x_); }
    void assign_where(const Mask& mask, const Weights& other) { x_.assign_where(mask, other.x_); }

    const WeightVectorOf<R>& unscaled() const { return x_; }
    WeightVectorOf<R>& unscaled() { return x_; }
    template <class Visitor>
    void visit_state(Visitor&&) {}

   private:
    WeightVectorOf<R> x_;
  };

  struct Step {
    R multiplier;
    R prediction;
    R change;
    R divergence;
  };

  Path(const WholeSpace&, Weights& weights, const FeaturesOf<R>& z) : x_(weights.unscaled()), z_(z) {
    const Inner<R> both = look(z, x_);
    a_ = both.product;
    m_ = both.squared_norm;
  }

  const R& prediction() const { return a_; }
  double dual_norm() const { return m_; }
  bool can_move() const { return m_ >= smallest_squared_norm; }

  template <Surrogate G>
  Step implicit(const G& surrogate, const R& lambda) const {
    const auto [point, tau] = surrogate.prox(a_, lambda, R(m_));
    const R change = tau * m_;
    return {tau, point, change, 0.5 * tau * change};
  }

  void move(const Step& step, const Mask& moves = Mask(true)) { add(x_.data(), choose(moves, -step.multiplier, R(0.0)), z_); }

 private:
  WeightVectorOf<R>& x_;
  FeaturesOf<R> z_;
  R a_;
  double m_;
};

}  // namespace tacit
