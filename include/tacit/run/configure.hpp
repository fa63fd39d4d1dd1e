// From what is said about a learner to the Configuration that it means: the same words and defaults for every face.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tacit/learners/configuration.hpp"
#include "tacit/learners/kinds.hpp"
#include "tacit/run/settings.hpp"

namespace tacit {

// A sentence about a learner that does not exist, with what may have been meant.
std::string unknown_learner(std::string_view name);

// What a fresh learner is put on: `auto` if nothing is said that only a single learner has, the logistic loss if labels of two
// classes are given and no loss.
Configuration fresh_configuration(const Settings& settings);

// The base with what the settings say put over it. Throws SettingError.
Configuration configure(const Settings& settings, Configuration base);

inline Configuration configure(const Settings& settings) { return configure(settings, fresh_configuration(settings)); }

// How the simplex bounds the features of a row, the bias not counted; nothing in other domains.
std::optional<std::uint64_t> most_features(const Configuration& configuration);

}  // namespace tacit
