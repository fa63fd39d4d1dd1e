// On the simplex, with the entropy geometry, the curve is x_i(tau) proportional to x_i e^(-tau z_i): weights whose z_i is 0 only
// share in the common factor, so an evaluation costs O(nonzeros). The prediction's derivative is minus the variance of z.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "tacit/core/elementary.hpp"
#include "tacit/core/sparse.hpp"
#include "tacit/core/state.hpp"
#include "tacit/domains/simplex.hpp"
#include "tacit/paths/path.hpp"

namespace tacit {

template <>
class Path<Simplex> {
 public:
  // x = scale v, with the sum of x_i equal to 1.
  class Weights {
   public:
    explicit Weights(const Simplex& simplex) : dimension_(simplex.dimension()) {
      const double share = 1.0 / static_cast<double>(dimension_);
      for (std::size_t i = 0; i < dimension_; ++i) v_.set(static_cast<Index>(simplex.first() + i), share);
    }

    double operator[](Index i) const { return scale_ * v_[i]; }
    void set(Index i, double value) {
      renormalise();
      v_.set(i, value);
    }
    double product(Row z) const { return scale_ * tacit::product(z, v_); }

    const WeightVector& unscaled() const { return v_; }
    WeightVector& unscaled() { return v_; }
    template <class Visitor>
    void visit_state(Visitor&& visitor) {
      visitor("scale", scale_, Limits{1e-30, 1e30});
      visitor("doubt", doubt_, Limits{0, 1});
      visitor("work", work_, any_count);
    }

   private:
    friend class Path<Simplex>;

    void renormalise() {
      v_.multiply(scale_);
      scale_ = 1;
      work_ = 0;
    }

    // Folds the scale into the weights and makes them add up to 1 again.
    void rebalance() {
      scale_ = 1 / v_.sum();
      renormalise();
      doubt_ = rounding;
    }

    // The sum of the weights that z leaves alone.
    double rest(Row z) const {
      if (z.size == dimension_) return 0;
      double sum = 0;
      std::size_t k = 0;
      v_.for_each_nonzero([&](Index i, double v) {
        while (k < z.size && z.index[k] < i) ++k;
        if (k == z.size || z.index[k] != i) sum += v;
      });
      return scale_ * sum;
    }

    struct Share {
      double x;
      double z;
    };

    std::size_t dimension_;
    WeightVector v_;
    double scale_ = 1;
    double doubt_ = rounding;  // by how much the sum of x_i may differ from 1
    std::uint64_t work_ = 0;
    std::vector<Share> shares_;  // scratch, kept to allocate once
  };

  struct Step {
    double multiplier;
    double prediction;
    double change;
    double divergence;
    double variance;
    double highest;  // the weights are x_i e^(-tau (z_i - a) - highest) / total
    double total;
  };

  Path(const Simplex&, Weights& weights, Row z) : weights_(weights), z_(z) {
    weights.v_.reach(z);
    weights.shares_.clear();
    double covered = 0;
    for (std::size_t i = 0; i < z.size; ++i) {
      const double x = weights.scale_ * weights.v_.data()[z.index[i]];
      weights.shares_.push_back({x, z.value[i]});
      covered += x;
      largest_ = larger(largest_, magnitude(z.value[i]));
    }
    prediction_ = weights.product(z);
    summed_ = z.size == weights.dimension_ || 1 - covered <= 1e12 * weights.doubt_;
    const double rest = summed_ ? weights.rest(z) : 1 - covered;  // that costs nothing, but where it cancels it is wrong
    weights.shares_.push_back({rest, 0.0});
    total_ = covered + rest;
    for (auto& share : weights.shares_) {
      share.x /= total_;
      if (share.x < std::numeric_limits<double>::min()) share.x = 0;  // a factor that makes it large again is beyond numbers
      a_ += share.x * share.z;
    }
  }

  double prediction() const { return prediction_; }
  double dual_norm() const { return largest_ * largest_; }
  bool can_move() const { return largest_ > 0; }

  template <Surrogate G>
  Step implicit(const G& surrogate, double lambda) const {
    if constexpr (PiecewiseLinearSurrogate<G>) {
      return walk_pieces(
          surrogate, prediction_, lambda, [&](double tau) { return along(tau); },
          [&](double p) { return reach(p, surrogate.slope(prediction_) / lambda); });
    } else {
      // lambda tau = slope(prediction(tau)): between 0 and slope(a) / lambda.
      const double beyond = surrogate.slope(prediction_) / lambda;
      return root(clamp(beyond, -farthest / largest_, farthest / largest_), [&](const Step& at) {
        return Excess{lambda * at.multiplier - surrogate.slope(at.prediction),
                      lambda + surrogate.curvature(at.prediction) * at.variance};
      });
    }
  }

  // Each touched weight is computed from its share, in [0, 1]; the others follow the scale.
  void move(const Step& step, bool /*moves*/ = true) {
    const bool others = weights_.shares_.back().x > 0;
    const double growth = others ? grown(step, 0.0) / total_ : 1.0;
    weights_.scale_ *= growth;
    weights_.doubt_ = (summed_ ? 0.0 : weights_.doubt_ * growth) + rounding;  // an error in the sum of the others grows too
    if (!(weights_.scale_ > 1e-30 && weights_.scale_ < 1e30)) weights_.renormalise();
    double* v = weights_.v_.data();
    for (std::size_t i = 0; i < z_.size; ++i) {
      const auto [x, z] = weights_.shares_[i];
      v[z_.index[i]] = x > 0 ? x * grown(step, z) / weights_.scale_ : 0.0;  // beside 0 the factor may be beyond numbers
    }
    weights_.work_ += z_.size;
    if (weights_.doubt_ > 1e-13 || weights_.work_ > work_between_renormalisations + 8 * weights_.v_.size()) weights_.rebalance();
  }

 private:
  static constexpr std::uint64_t work_between_renormalisations = 1ULL << 16U;
  static constexpr double rounding = 0x1p-52;
  static constexpr double farthest = 1e300;  // of tau z: one weight has been 1 for long, and further numbers end

  // The factor that a weight grows by. As everywhere, z is taken about a: where tau z is large, the total would not cancel it.
  double grown(const Step& step, double z) const { return exponential(-step.multiplier * (z - a_) - step.highest) / step.total; }

  // x(tau). The exponents are taken about the prediction a, so that for small tau every sum is of second order in tau already and
  // neither the change of prediction nor the divergence loses digits.
  Step along(double tau) const {
    double widest = 0;
    double highest = -std::numeric_limits<double>::infinity();
    for (const auto& [x, z] : weights_.shares_) {
      if (x == 0) continue;
      widest = larger(widest, magnitude(tau * (z - a_)));
      highest = larger(highest, -tau * (z - a_));
    }
    return widest < 0.3 ? near(tau) : far(tau, highest);
  }

  Step near(double tau) const {
    double beyond_one = 0;  // the sum of x_i e^(-y_i), less 1, where y_i = tau (z_i - a) and the sum of x_i y_i is 0
    double shift = 0;
    double square = 0;
    for (const auto& [x, z] : weights_.shares_) {
      if (x == 0) continue;
      const double c = z - a_;
      const double y = tau * c;
      const double e = exponential_minus_one(-y);
      beyond_one += x * y * y * elementary::polynomial(elementary::factorial_reciprocals, -y, 2);
      shift += x * c * e;
      square += x * c * c * (1 + e);
    }
    const double total = 1 + beyond_one;
    const double change = -shift / total;
    const double divergence = larger(0.0, tau * change - log_one_plus(beyond_one));
    return {tau, a_ - change, change, divergence, larger(0.0, square / total - change * change), 0.0, total};
  }

  Step far(double tau, double highest) const {
    double total = 0;
    double shift = 0;
    double square = 0;
    double below = 0;  // the mean of the exponents, times the total
    for (const auto& [x, z] : weights_.shares_) {
      if (x == 0) continue;
      const double c = z - a_;
      const double exponent = -tau * c - highest;
      const double mass = x * exponential(exponent);
      total += mass;
      shift += mass * c;
      square += mass * c * c;
      below += mass * exponent;
    }
    const double change = -shift / total;
    const double divergence = larger(0.0, below / total - logarithm(total));
    return {tau, a_ - change, change, divergence, larger(0.0, square / total - change * change), highest, total};
  }

  struct Excess {
    double value;
    double slope;
  };

  // The point that predicts p, which lies between x_t and the point at `beyond`.
  Step reach(double p, double beyond) const {
    Step stop = root(beyond, [&](const Step& at) { return Excess{p - at.prediction, at.variance}; });
    stop.prediction = p;
    return stop;
  }

  // The root of an increasing function of tau between 0 and `beyond`: Newton's method with a bracket, which is halved when a step
  // leaves it or is more than half the one before the last. (Otherwise steps can go to and fro between its ends for ever.)
  template <class Function>
  Step root(double beyond, Function excess) const {
    double low = smaller(0.0, beyond);
    double high = larger(0.0, beyond);
    double step = high - low;
    double step_before = step;
    Step at = along(0.0);
    for (int iteration = 0; iteration < 300; ++iteration) {
      const Excess now = excess(at);
      (now.value > 0 ? high : low) = at.multiplier;
      double next = at.multiplier - now.value / now.slope;
      const bool slow = !(2 * magnitude(next - at.multiplier) <= step_before);
      if (slow || !(next >= low && next <= high)) next = 0.5 * (low + high);
      step_before = step;
      step = magnitude(next - at.multiplier);
      if (step <= 2e-16 * magnitude(next)) break;
      at = along(next);
    }
    return at;
  }

  Weights& weights_;
  Row z_;
  double prediction_ = 0;
  double a_ = 0;  // the same from the shares, which add up to 1 but for one rounding: were the rest of it left in, it would grow
  double total_ = 1;
  double largest_ = 0;
  bool summed_ = false;
};

}  // namespace tacit
