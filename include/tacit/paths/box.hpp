// On the box the curve is x_i(tau) = clip(x_i - tau z_i): a broken line, whose prediction is linear between the multipliers at
// which a weight meets its bound. On each stretch the implicit update is the prox of the loss about that stretch's own centre.
#pragma once

#include <algorithm>
#include <vector>

#include "tacit/core/sparse.hpp"
#include "tacit/domains/box.hpp"
#include "tacit/paths/path.hpp"

namespace tacit {

template <>
class Path<Box> {
 public:
  class Weights {
   public:
    explicit Weights(const Box&) {}

    double operator[](Index i) const { return x_[i]; }
    void set(Index i, double value) { x_.set(i, value); }
    double product(Row z) const { return tacit::product(z, x_); }

    const WeightVector& unscaled() const { return x_; }
    WeightVector& unscaled() { return x_; }
    template <class Visitor>
    void visit_state(Visitor&&) {}

   private:
    friend class Path<Box>;

    // A weight that meets its bound at |tau| = at, and what is left of the sums beyond.
    struct Meeting {
      double at;
      double z;
      double start;  // x_i
      double bound;
      double free_product;       // sum of x_j z_j over this weight and those that meet their bounds later
      double free_squared_norm;  // sum of z_j^2 over the same
    };

    WeightVector x_;
    std::vector<Meeting> meetings_;  // scratch, kept to allocate once
  };

  struct Step {
    double multiplier;
    double prediction;
    double change;
    double divergence;
  };

  Path(const Box& box, Weights& weights, Row z) : box_(box), weights_(weights), z_(z) {
    weights.x_.reach(z);
    const Inner both = inner(z, weights.x_.data());
    a_ = both.product;
    m_ = both.squared_norm;
  }

  double prediction() const { return a_; }
  double dual_norm() const { return m_; }
  bool can_move() const { return m_ >= smallest_squared_norm; }

  template <Surrogate G>
  Step implicit(const G& surrogate, double lambda) const {
    const auto [point, tau] = surrogate.prox(a_, lambda, m_);
    if (stays_inside(tau)) return {tau, point, tau * m_, 0.5 * tau * (tau * m_)};
    const double sign = surrogate.slope(a_) > 0 ? 1.0 : -1.0;
    find_meetings(sign);
    double fixed = 0;  // sum of bound_i z_i over the weights that have met their bounds
    double from = 0;
    for (const auto& next : weights_.meetings_) {
      const double centre = fixed + next.free_product;
      const double m = next.free_squared_norm;
      const Prox<double> prox = surrogate.prox(centre, lambda, m);
      const double at = larger(from, sign * prox.multiplier);  // rounding may put the answer a hair before its stretch
      if (at <= next.at) return moved(sign * at, prox.point);
      from = next.at;
      fixed += next.bound * next.z;
    }
    const double end = sign * std::numeric_limits<double>::infinity();
    return moved(end, fixed);
  }

  void move(const Step& step, bool /*moves*/ = true) {
    double* x = weights_.x_.data();
    for (std::size_t i = 0; i < z_.size; ++i) x[z_.index[i]] = moved(i, step.multiplier);
  }

 private:
  double moved(std::size_t i, double tau) const {
    const double start = weights_.x_.data()[z_.index[i]];
    return z_.value[i] == 0 ? start : clamp(start - tau * z_.value[i], box_.low(), box_.high());
  }

  bool stays_inside(double tau) const {
    const double* x = weights_.x_.data();
    for (std::size_t i = 0; i < z_.size; ++i) {
      const double after = x[z_.index[i]] - tau * z_.value[i];
      if (!(after >= box_.low() && after <= box_.high())) return false;
    }
    return true;
  }

  void find_meetings(double sign) const {
    auto& meetings = weights_.meetings_;
    meetings.clear();
    for (std::size_t i = 0; i < z_.size; ++i) {
      const double z = z_.value[i];
      if (z == 0) continue;
      const double start = weights_.x_.data()[z_.index[i]];
      const double bound = sign * z > 0 ? box_.low() : box_.high();
      meetings.push_back({larger(0.0, sign * (start - bound) / z), z, start, bound, 0, 0});
    }
    std::stable_sort(meetings.begin(), meetings.end(), [](const auto& a, const auto& b) { return a.at < b.at; });
    double product = 0;  // summed from the last meeting back, so that nothing is subtracted
    double squared_norm = 0;
    for (auto meeting = meetings.rbegin(); meeting != meetings.rend(); ++meeting) {
      meeting->free_product = product += meeting->start * meeting->z;
      meeting->free_squared_norm = squared_norm += meeting->z * meeting->z;
    }
  }

  Step moved(double tau, double prediction) const {
    double change = 0;
    double squares = 0;
    for (std::size_t i = 0; i < z_.size; ++i) {
      const double way = weights_.x_.data()[z_.index[i]] - moved(i, tau);
      change += z_.value[i] * way;
      squares += way * way;
    }
    return {tau, prediction, change, 0.5 * squares};
  }

  const Box& box_;
  Weights& weights_;
  Row z_;
  double a_;
  double m_;
};

}  // namespace tacit
