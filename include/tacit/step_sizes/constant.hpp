// Constant: eta_t = beta.
#pragma once

#include "tacit/core/require.hpp"
#include "tacit/step_sizes/step_size.hpp"

namespace tacit {

template <class R>
class ConstantOf {
 public:
  using Number = R;
  template <class Other>
  using For = ConstantOf<Other>;
  static constexpr std::string_view name = "constant";
  static constexpr std::string_view formula = "eta = beta";

  explicit ConstantOf(const R& beta) : lambda_(1.0 / beta) { require_beta(beta); }

  R lambda(const R&) const { return lambda_; }
  void observe(const RoundOf<R>&) {}
  template <class Visitor>
  void visit_state(Visitor&&) {}

 private:
  R lambda_;
};

using Constant = ConstantOf<double>;

static_assert(StepSize<Constant>);

}  // namespace tacit
