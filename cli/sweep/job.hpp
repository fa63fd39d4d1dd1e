// Turns the options of a sweep into the work that they ask for.
#pragma once

#include <string>
#include <vector>

#include "cli/sweep/options.hpp"
#include "cli/sweep/run_stored.hpp"
#include "tacit/data/registry.hpp"

namespace tacit::cli {

// The names are those of the data sets, one per file of the options; null stands for a set that is not known. Where results are
// stored is left to the caller. Throws UsageError and SettingError.
SweepJob sweep_job(const SweepOptions& options, const std::vector<std::string>& names,
                   const std::vector<const KnownDataset*>& known);

}  // namespace tacit::cli
