// Doubling trick: in epoch i, eta_i = beta / (L sqrt(2^i)). When the progress summed over the epoch reaches
// eta_i L^2 2^i = beta L sqrt(2^i), the next epoch begins, from x_1.
#pragma once

#include <cmath>

#include "tacit/core/require.hpp"
#include "tacit/step_sizes/step_size.hpp"

namespace tacit {

class Doubling {
 public:
  static constexpr std::string_view name = "doubling";
  static constexpr std::string_view formula = "eta = beta / (L sqrt(2^i)) in epoch i, each from x_1";

  explicit Doubling(double beta, double lipschitz = 1) : beta_(beta), lipschitz_(lipschitz) {
    require_beta(beta);
    require(lipschitz > 0 && is_finite(lipschitz), "the Lipschitz constant must be a positive number");
  }

  double lambda(double) const { return lipschitz_ * growth() / beta_; }
  void observe(const Round& round) {
    progress_ += progress(round);
    restart_due_ = progress_ >= beta_ * lipschitz_ * growth();
    if (restart_due_) {
      epoch_ += 1;
      progress_ = 0;
    }
  }
  bool restart_due() const { return restart_due_; }
  double epoch() const { return epoch_; }

  template <class Visitor>
  void visit_state(Visitor&& visitor) {
    visitor("epoch", epoch_, Limits{0, most_epochs});
    visitor("progress", progress_, Limits{});
  }

 private:
  static constexpr double most_epochs = 2000;  // 2^(i/2) has no end in sight of a double

  double growth() const { return std::sqrt(std::ldexp(1.0, static_cast<int>(epoch_))); }

  double beta_;
  double lipschitz_;
  double epoch_ = 0;
  double progress_ = 0;
  bool restart_due_ = false;
};

static_assert(StepSize<Doubling> && Restarting<Doubling>);

}  // namespace tacit
