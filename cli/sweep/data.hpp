// Files as sweeps take them, with notes about them on standard error.
#pragma once

#include <string>

#include "tacit/run/settings.hpp"
#include "tacit/sweep/data.hpp"

namespace tacit::cli {

// Reads a file as `train` would; where it is that of a known data set (may be null), with the loss and the labels of the set.
// Throws SettingError and DataError.
SweepData load_sweep_data(const std::string& file, const Settings& settings, const KnownDataset* known);

}  // namespace tacit::cli
