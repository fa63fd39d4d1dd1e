// What one round of a learner did. Everything that is printed, traced, summed or proved is computed from these numbers.
#pragma once

#include <algorithm>

namespace tacit {

struct Round {
  double prediction = 0;        // <z_t, x_t>
  double loss_before = 0;       // l_t(x_t), importance weight included
  double loss_after = 0;        // l_t(x_{t+1})
  double divergence = 0;        // B(x_{t+1}, x_t)
  double lambda = 0;            // 1 / eta_t
  double squared_gradient = 0;  // ||g_t||^2 in the dual norm, g_t the least-norm subgradient of l_t at x_t

  // delta_t of the paper's equation for AdaImplicit: the progress of the round net of the price of moving. An implicit update
  // never makes it negative but for rounding; a linear one may.
  double delta() const { return loss_before - loss_after - (lambda > 0 ? lambda * divergence : 0.0); }
};

// delta_t >= 0 in exact arithmetic (the first of the paper's three properties).
inline double progress(const Round& round) { return std::max(0.0, round.delta()); }

}  // namespace tacit
