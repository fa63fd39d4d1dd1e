// Turns Settings into a Configuration, with the same words and defaults for every face.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "tacit/core/message.hpp"
#include "tacit/learners/configuration.hpp"
#include "tacit/run/settings.hpp"

namespace tacit {

// Says that there is no such learner, and names the nearest.
std::string unknown_learner(std::string_view name);

// The defaults of a single learner: ada-implicit; the logistic loss where labels are given without a loss.
Configuration single_learner_configuration(const Settings& settings);

// The defaults of a fresh learner: the same, but `auto` unless a setting needs a single learner.
Configuration fresh_configuration(const Settings& settings);

// Applies the settings to the base. Throws SettingError.
Configuration configure(const Settings& settings, Configuration base);

inline Configuration configure(const Settings& settings) { return configure(settings, fresh_configuration(settings)); }

// The largest number of features that the simplex allows, without the bias; nothing in other domains.
std::optional<std::uint64_t> most_features(const Configuration& configuration);

// Says that the learner takes no more examples and what to do; `taken` is how many of those at hand it could take, 0 if that is
// no advice.
Message too_many_examples(const Configuration& configuration, std::uint64_t taken = 0);

}  // namespace tacit
