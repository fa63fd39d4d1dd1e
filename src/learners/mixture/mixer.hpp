// A Mixer mixes the predictions of experts by polynomial weights, which need no learning rate, no range and no horizon.
//
// In each round the prediction is m = sum_k w_k q_k. With g a slope of the loss at m, expert k would have done better by
// r_k = g (m - q_k), to first order. R_k adds these up, never falling below 0; V_k adds up their squares; and
//   w_k = R_k / (B^2 + V_k), divided by their sum,        B the largest |r| so far;
// all weights are equal while no R is above 0. In a round whose largest |r| exceeds B, all r are shrunk to the old B. Then for
// every expert k and all rounds s..T, with b the first largest |r| that was not 0,
//   sum over s..T of loss(m) - loss(q_k)  <=  B + sqrt((B^2 + V_k) K (1/2 + log2(1 + max_j V_j / b^2))),
// and so for any fixed mixture of the experts: docs/auto.md proves it. R and V are kept in units of B and B^2, so that neither
// overflows.
//
// An expert that has nothing to say in a round counts as if it said m: its r is 0.
//
// A mixer that forgets multiplies R and V by 1 - 1/horizon before each round: its bound holds for the recent past.
#pragma once

#include <limits>

#include "tacit/core/elementary.hpp"
#include "tacit/core/number.hpp"
#include "tacit/core/state.hpp"

namespace tacit {

template <class R>
class Mixer {
 public:
  static constexpr auto experts = static_cast<double>(R::count);

  explicit Mixer(double horizon = std::numeric_limits<double>::infinity()) : kept_(1 - 1 / horizon) {}

  const R& weights() const { return weights_; }
  double mean(const R& predictions) const { return total(weights_ * predictions); }
  // The mean of those that are known: `known` is 1 for them and 0 for others, whose predictions are 0.
  double mean(const R& predictions, const R& known) const {
    const double sum = total(weights_ * known);
    return sum >= least_weight ? total(weights_ * predictions) / sum : total(predictions) / total(known);
  }

  // Learns from a round: the predictions, their mean, and a slope of the loss at the mean.
  void learn(const R& predictions, double mean, double slope) { learn_gains(slope * (mean - predictions)); }
  void learn(const R& predictions, const R& known, double mean, double slope) {
    learn_gains(slope * (mean - predictions) * known);
  }
  [[gnu::noinline, gnu::flatten]] void learn_gains(const R& gain) {
    const double largest = greatest(magnitude(gain));
    using Numbers = std::numeric_limits<double>;
    if (!(largest >= Numbers::min()) || largest > Numbers::max()) return;  // 1 / largest may be infinite for smaller numbers
    double unit = 1 / largest_;
    if (largest > largest_) {
      const double shrunk = largest_ / largest;
      regret_ *= shrunk;
      squares_ *= shrunk * shrunk;
      unit = (largest_ > 0 ? shrunk : 1) / largest;
      largest_ = largest;
      if (first_ == 0) first_ = largest;
    }
    const R r = gain * unit;
    regret_ = larger(R(0.0), kept_ * regret_ + r);
    squares_ = kept_ * squares_ + r * r;
    weigh();
  }

  // Returns a proved bound on the regret to an expert, over any rounds up to now, for a mixer that does not forget.
  double bound(std::size_t expert) const {
    const double ratio = largest_ / first_;
    const double rounds =
        0.5 + (greatest(squares_) > 0 ? logarithm(1 + greatest(squares_) * ratio * ratio) / elementary::ln2 : 0.0);
    return first_ > 0 ? largest_ * (1 + std::sqrt((1 + squares_[expert]) * experts * rounds)) : 0.0;
  }

  // Calls visitor(name, number or lanes, limits) for each number.
  template <class Visitor>
  void visit_state(Visitor&& visitor) {
    visitor("regret", regret_, Limits{});
    visitor("squares", squares_, Limits{});
    const Limits any_gain{0, std::numeric_limits<double>::max()};
    visitor("largest", largest_, any_gain);
    visitor("first", first_, any_gain);
  }
  // Must be called after a visit that changed the numbers.
  void weigh() {
    const R worth = regret_ / (1.0 + squares_);
    const double sum = total(worth);
    weights_ = sum >= std::numeric_limits<double>::min() ? worth / sum : R(1 / experts);
  }

 private:
  static constexpr double least_weight = std::numeric_limits<double>::min();

  double kept_;
  R regret_ = 0.0;
  R squares_ = 0.0;
  R weights_ = 1 / experts;
  double largest_ = 0;
  double first_ = 0;
};

}  // namespace tacit
