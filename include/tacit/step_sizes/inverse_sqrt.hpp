// Inverse square root: eta_t = beta / sqrt(t).
#pragma once

#include <cmath>

#include "tacit/core/require.hpp"
#include "tacit/step_sizes/divisor.hpp"
#include "tacit/step_sizes/step_size.hpp"

namespace tacit {

template <class R>
class InverseSqrtOf {
 public:
  using Number = R;
  template <class Other>
  using For = InverseSqrtOf<Other>;
  static constexpr std::string_view name = "inverse-sqrt";
  static constexpr std::string_view formula = "eta = beta / sqrt(t)";

  explicit InverseSqrtOf(const R& beta) : beta_(beta) { require_beta(beta); }

  R lambda(const R&) const { return R(std::sqrt(round_)) / beta_; }
  void observe(const RoundOf<R>&) { round_ += 1; }
  template <class Visitor>
  void visit_state(Visitor&& visitor) {
    visitor("round", round_, Limits{1, any_count.high});
  }

 private:
  Divisor<R> beta_;
  double round_ = 1;
};

using InverseSqrt = InverseSqrtOf<double>;

static_assert(StepSize<InverseSqrt>);

}  // namespace tacit
