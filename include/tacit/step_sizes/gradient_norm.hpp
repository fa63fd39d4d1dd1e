// Gradient norm (that of AdaOGD): eta_t = beta / sqrt(sum over i <= t of ||g_i||^2), the current subgradient included.
//
// While every subgradient has been 0 the sum is 0, lambda is 0, and nothing moves.
#pragma once

#include <cmath>

#include "tacit/core/require.hpp"
#include "tacit/step_sizes/step_size.hpp"

namespace tacit {

class GradientNorm {
 public:
  static constexpr std::string_view name = "gradient-norm";
  static constexpr std::string_view formula = "eta = beta / sqrt(sum of squared gradient norms)";

  explicit GradientNorm(double beta) : beta_(beta) { require_beta(beta); }

  double lambda(double squared_gradient) const { return std::sqrt(sum_ + squared_gradient) / beta_; }
  void observe(const Round& round) { sum_ += round.squared_gradient; }
  template <class Visitor>
  void visit_state(Visitor&& visitor) {
    visitor("squared_gradients", sum_, Limits{});
  }

 private:
  double beta_;
  double sum_ = 0;
};

static_assert(StepSize<GradientNorm>);

}  // namespace tacit
