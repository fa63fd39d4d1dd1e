// Inverse square root: eta_t = beta / sqrt(t).
#pragma once

#include <cmath>

#include "tacit/core/require.hpp"
#include "tacit/step_sizes/step_size.hpp"

namespace tacit {

class InverseSqrt {
 public:
  static constexpr std::string_view name = "inverse-sqrt";
  static constexpr std::string_view formula = "eta = beta / sqrt(t)";

  explicit InverseSqrt(double beta) : beta_(beta) { require_beta(beta); }

  double lambda(double) const { return std::sqrt(round_) / beta_; }
  void observe(const Round&) { round_ += 1; }
  template <class Visitor>
  void visit_state(Visitor&& visitor) {
    visitor("round", round_, Limits{1, any_count.most});
  }

 private:
  double beta_;
  double round_ = 1;
};

static_assert(StepSize<InverseSqrt>);

}  // namespace tacit
