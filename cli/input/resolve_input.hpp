// What a FILE of the command line stands for, and where this run looks for data sets.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tacit/run/settings.hpp"

namespace tacit::cli {

// The folders in which data sets are looked for: $TACIT_DATA, data, ../shared/data.
std::vector<std::filesystem::path> data_folders();

// A path that is not a file but the name of a known data set becomes the path of that; anything else stays as it is.
// Throws DataError if the name is only almost that of a data set.
std::string resolve_input(const std::string& path);
std::vector<std::string> resolve_inputs(const std::vector<std::string>& paths);

// All names of what a run reads: the files as typed, what they stand for and, if it uses caches, those.
std::vector<std::string> inputs_of(const std::vector<std::string>& files, const Settings& settings);

}  // namespace tacit::cli
