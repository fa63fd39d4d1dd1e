// All that decides the numbers of a sweep, as JSON: kept with its results, and compared to go on only with its like.
#pragma once

#include <string>
#include <vector>

#include "cli/sweep/options.hpp"
#include "tacit/sweep/run.hpp"

namespace tacit::cli {

// The names are those of the data sets, one per file of the options.
std::string identity_of(const SweepOptions& options, const SweepSettings& settings, const std::vector<std::string>& names);

}  // namespace tacit::cli
