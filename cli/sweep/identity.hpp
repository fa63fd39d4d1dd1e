// The identity of a sweep is all that decides its numbers, as JSON. It is kept with the results, so that a sweep continues only
// the results of its like.
#pragma once

#include <string>
#include <vector>

#include "cli/sweep/options.hpp"
#include "tacit/sweep/run.hpp"

namespace tacit::cli {

// The names are those of the data sets, one per file of the options.
std::string identity_of(const SweepOptions& options, const SweepSettings& settings, const std::vector<std::string>& names);

}  // namespace tacit::cli
