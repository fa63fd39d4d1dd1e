// A ShareMixer mixes probabilities by Bayes' rule with a share for all: it needs no learning rate.
//
// The mean is m = sum of w_v q_v. Once the label is known, each voice gets its part of what was said of it, and a part a of the
// whole is shared out again:  w_v <- (1 - a) w_v q_v(y) / m(y) + a / V.  With a = 1/(n + 1) after n rounds, for every voice v and
// all rounds s..T
//   sum over s..T of -ln m_t(y_t) + ln q_vt(y_t)  <=  ln V + ln T,
// and with a = 1/horizon, over any N rounds, ln V + ln horizon + (N - 1) ln(horizon / (horizon - 1)): docs/auto-classes.md proves
// it. A voice that says nothing in a round counts as if it said m.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "tacit/core/state.hpp"

namespace tacit {

template <std::size_t V>
class ShareMixer {
 public:
  static constexpr std::size_t voices = V;
  using Numbers = std::array<double, V>;

  // Of a horizon of 0, the part that is shared falls with the rounds: the mixer remembers.
  explicit ShareMixer(double horizon = 0) : horizon_(horizon) { shares_.fill(1 / static_cast<double>(V)); }

  const Numbers& shares() const { return shares_; }

  // `said` is what each voice gave to the label. All are above 0.
  void learn(const Numbers& said) {
    double sum = 0;
    for (std::size_t v = 0; v < V; ++v) sum += shares_[v] * said[v];
    n_ += 1;
    const double shared = horizon_ > 0 ? 1 / horizon_ : 1 / (n_ + 1);
    for (std::size_t v = 0; v < V; ++v)
      shares_[v] = (1 - shared) * (shares_[v] * said[v] / sum) + shared / static_cast<double>(V);
  }

  // Calls visitor(number, limits) for each number.
  template <class Visitor>
  void visit_state(Visitor&& visitor) {
    visitor(n_, any_count);
    for (double& share : shares_) visitor(share, Limits{0, 1});
  }

 private:
  double horizon_;
  double n_ = 0;
  Numbers shares_;
};

}  // namespace tacit
