// All that decides the numbers of a sweep, as JSON: kept with its results, and compared to go on only with its like.
#pragma once

#include <string>
#include <vector>

#include "cli/options/options.hpp"

namespace tacit::cli {

// The names are those of the data sets, one a file of the options.
std::string sweep_configuration(const SweepOptions& options, const std::vector<std::string>& names);

}  // namespace tacit::cli
