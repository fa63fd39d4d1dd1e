// Several passes over the same files.
#pragma once

#include <string>
#include <vector>

#include "tacit/learners/configuration.hpp"
#include "tacit/run/settings.hpp"

namespace tacit {

// Throws SettingError if the run cannot make as many passes over the files as the settings say. `makes` says that it makes
// features of times and labels.
void require_passes(const std::vector<std::string>& files, const Settings& how, const Configuration& configuration, bool makes);

}  // namespace tacit
