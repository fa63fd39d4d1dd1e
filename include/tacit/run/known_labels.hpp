// The labels of data sets that have a name, which a run need not be told.
#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "tacit/learners/configuration.hpp"
#include "tacit/run/settings.hpp"

namespace tacit {

// Adds the labels of the two classes to the settings, if the configuration learns two classes and has no labels, and all files
// are names of data sets in these folders whose labels are known and the same. Throws DataError if a data set is in none of them.
Settings with_known_labels(Settings settings, const Configuration& configuration, std::span<const std::string> files,
                           std::span<const std::filesystem::path> folders);

}  // namespace tacit
