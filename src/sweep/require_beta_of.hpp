// What a sweep asks of its learners.
#pragma once

#include <string>

#include "tacit/core/setting_error.hpp"
#include "tacit/learners/kinds.hpp"

namespace tacit {

// Throws SettingError about the setting that gave the learner, if there is no beta to sweep.
inline void require_beta_of(const Configuration& configuration, std::string setting) {
  const LearnerKind& kind = kind_of(configuration);
  if (kind.has_beta) return;
  throw SettingError(SettingError::Kind::contradiction, mention(std::move(setting), kind.name),
                     say(kind.name, " has no beta to sweep: train with ", mention("learner", kind.name)));
}

}  // namespace tacit
