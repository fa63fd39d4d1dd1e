// Doubling trick: in epoch i, eta_i = beta / (L sqrt(2^i)). When the progress summed over the epoch reaches
// eta_i L^2 2^i = beta L sqrt(2^i), the next epoch begins, from x_1.
#pragma once

#include <cmath>

#include "tacit/core/require.hpp"
#include "tacit/step_sizes/step_size.hpp"

namespace tacit {

template <class R>
class DoublingOf {
 public:
  using Number = R;
  template <class Other>
  using For = DoublingOf<Other>;
  static constexpr std::string_view name = "doubling";
  static constexpr std::string_view formula = "eta = beta / (L sqrt(2^i)) in epoch i, each from x_1";

  explicit DoublingOf(const R& beta, double lipschitz = 1) : beta_(beta), lipschitz_(lipschitz) {
    require_beta(beta);
    require_setting(lipschitz > 0 && is_finite(lipschitz), "lipschitz", lipschitz, "a positive number");
  }

  R lambda(const R&) const { return lipschitz_ * growth() / beta_; }
  void observe(const RoundOf<R>& round) {
    progress_ += progress(round);
    restart_due_ = progress_ >= beta_ * lipschitz_ * growth();
    if (somewhere(restart_due_)) {
      epoch_ += choose(restart_due_, R(1.0), R(0.0));
      progress_ = choose(restart_due_, R(0.0), progress_);
    }
  }
  auto restart_due() const { return restart_due_; }
  R epoch() const { return epoch_; }

  template <class Visitor>
  void visit_state(Visitor&& visitor) {
    visitor("epoch", epoch_, Limits{0, most_epochs});
    visitor("progress", progress_, Limits{});
  }

 private:
  static constexpr double most_epochs = 2000;  // 2^(i/2) stays within a double

  R growth() const {
    return each_lane([](double epoch) { return std::sqrt(std::ldexp(1.0, static_cast<int>(epoch))); }, epoch_);
  }

  R beta_;
  double lipschitz_;
  R epoch_ = 0;
  R progress_ = 0;
  decltype(R() > R()) restart_due_{false};
};

using Doubling = DoublingOf<double>;

static_assert(StepSize<Doubling> && Restarting<Doubling>);

}  // namespace tacit
