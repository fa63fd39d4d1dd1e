// What the steps of a learner pay for the size of its weights: l1 |x|_1 + l2/2 |x|^2. The bias is free.
#pragma once

#include "tacit/core/require.hpp"
#include "tacit/learners/configuration.hpp"

namespace tacit {

struct Penalty {
  double l1 = 0;
  double l2 = 0;

  bool any() const { return l1 != 0 || l2 != 0; }
};

inline Penalty penalty_of(const Configuration& configuration) { return {configuration.l1, configuration.l2}; }

// Throws SettingError.
inline void require_penalty(const Penalty& penalty) {
  require_setting(penalty.l1 >= 0 && is_finite(penalty.l1), "l1", penalty.l1, "a number of 0 or more");
  require_setting(penalty.l2 >= 0 && is_finite(penalty.l2), "l2", penalty.l2, "a number of 0 or more");
}

}  // namespace tacit
