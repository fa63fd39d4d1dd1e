// Turns Settings into a Configuration, with the same words and defaults for every face.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tacit/learners/configuration.hpp"
#include "tacit/learners/kinds.hpp"
#include "tacit/run/settings.hpp"

namespace tacit {

// Says that there is no such learner, and names the nearest.
std::string unknown_learner(std::string_view name);

// The defaults of a fresh learner: `auto` unless a setting needs a single learner; the logistic loss where labels are given
// without a loss.
Configuration fresh_configuration(const Settings& settings);

// Applies the settings to the base. Throws SettingError.
Configuration configure(const Settings& settings, Configuration base);

inline Configuration configure(const Settings& settings) { return configure(settings, fresh_configuration(settings)); }

// The largest number of features that the simplex allows, without the bias; nothing in other domains.
std::optional<std::uint64_t> most_features(const Configuration& configuration);

}  // namespace tacit
