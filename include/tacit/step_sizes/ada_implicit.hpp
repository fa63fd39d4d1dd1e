// AdaImplicit: lambda grows by the progress of each round over beta^2,
//   lambda_1 = 0,  lambda_{t+1} = lambda_t + delta_t / beta^2,  delta_t = l_t(x_t) - l_t(x_{t+1}) - lambda_t B(x_{t+1}, x_t).
#pragma once

#include "tacit/core/require.hpp"
#include "tacit/step_sizes/step_size.hpp"

namespace tacit {

template <class R>
class AdaImplicitOf {
 public:
  using Number = R;
  template <class Other>
  using For = AdaImplicitOf<Other>;
  static constexpr std::string_view name = "ada-implicit";
  static constexpr std::string_view formula = "lambda = sum of progress / beta^2, eta = 1 / lambda";

  explicit AdaImplicitOf(const R& beta) : inverse_beta_squared_(1.0 / (beta * beta)) { require_beta(beta); }

  void start_from(double lambda) { lambda_ = lambda; }

  R lambda(const R&) const { return lambda_; }
  void observe(const RoundOf<R>& round) { lambda_ += progress(round) * inverse_beta_squared_; }
  template <class Visitor>
  void visit_state(Visitor&& visitor) {
    visitor("lambda", lambda_, Limits{});
  }

 private:
  R inverse_beta_squared_;
  R lambda_ = 0;
};

using AdaImplicit = AdaImplicitOf<double>;

static_assert(StepSize<AdaImplicit> && StartsAtZero<AdaImplicit>);

}  // namespace tacit
