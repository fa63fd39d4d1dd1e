// Which features a run crosses.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tacit/data/crosses.hpp"
#include "tacit/learners/configuration.hpp"
#include "tacit/run/settings.hpp"

namespace tacit {

// Returns the words as a configuration has them. Throws std::invalid_argument with what was expected.
std::vector<std::string> understood_crosses(const std::vector<std::string>& typed);

// Throws SettingError.
void choose_crosses(const Settings& settings, Configuration& configuration);

// Null where nothing is crossed.
std::shared_ptr<const Crosses> crosses_of(const Configuration& configuration);

}  // namespace tacit
