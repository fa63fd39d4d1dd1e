// Constant: eta_t = beta.
#pragma once

#include "tacit/core/require.hpp"
#include "tacit/step_sizes/step_size.hpp"

namespace tacit {

class Constant {
 public:
  static constexpr std::string_view name = "constant";
  static constexpr std::string_view formula = "eta = beta";

  explicit Constant(double beta) : lambda_(1 / beta) { require_beta(beta); }

  double lambda(double) const { return lambda_; }
  void observe(const Round&) {}
  template <class Visitor>
  void visit_state(Visitor&&) {}

 private:
  double lambda_;
};

static_assert(StepSize<Constant>);

}  // namespace tacit
