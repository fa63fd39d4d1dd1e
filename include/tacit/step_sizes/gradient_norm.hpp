// Gradient norm (that of AdaOGD): eta_t = beta / sqrt(sum over i <= t of ||g_i||^2), the current subgradient included.
//
// While every subgradient has been 0 the sum is 0, lambda is 0, and nothing moves.
#pragma once

#include "tacit/core/require.hpp"
#include "tacit/step_sizes/divisor.hpp"
#include "tacit/step_sizes/step_size.hpp"

namespace tacit {

template <class R>
class GradientNormOf {
 public:
  using Number = R;
  template <class Other>
  using For = GradientNormOf<Other>;
  static constexpr std::string_view name = "gradient-norm";
  static constexpr std::string_view formula = "eta = beta / sqrt(sum of squared gradient norms)";

  explicit GradientNormOf(const R& beta) : beta_(beta) { require_beta(beta); }

  R lambda(const R& squared_gradient) const { return square_root(sum_ + squared_gradient) / beta_; }
  void observe(const RoundOf<R>& round) { sum_ += round.squared_gradient; }
  template <class Visitor>
  void visit_state(Visitor&& visitor) {
    visitor("squared_gradients", sum_, Limits{});
  }

 private:
  Divisor<R> beta_;
  R sum_ = 0;
};

using GradientNorm = GradientNormOf<double>;

static_assert(StepSize<GradientNorm>);

}  // namespace tacit
