// Turns the options of a sweep into the work that they ask for.
#pragma once

#include <string>
#include <vector>

#include "cli/sweep/options.hpp"
#include "cli/sweep/run_stored.hpp"
#include "tacit/data/registry.hpp"

namespace tacit::cli {

// Each file of the options has a name and, in `known`, its data set, or null if that is not a known one. The caller decides where
// results are stored. Throws UsageError and SettingError.
SweepJob sweep_job(const SweepOptions& options, const std::vector<std::string>& names,
                   const std::vector<const KnownDataset*>& known);

}  // namespace tacit::cli
