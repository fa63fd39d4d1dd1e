// Data sets as sweeps take them: in memory, scaled, with the loss that fits their labels.
#pragma once

#include <string>

#include "cli/options/options.hpp"
#include "tacit/sweep/run.hpp"

namespace tacit::cli {

// What a data set is called in results: its own name if it is a known one, else that of the file without its endings.
std::string dataset_name(const std::string& file);

// Reads a file as `train` would. Where no loss is given it is the paper's: hinge for two classes, absolute for numbers. Throws
// UsageError and DataError.
SweepData load_sweep_data(const std::string& file, const DataOptions& data, const LearnerOptions& learner);

}  // namespace tacit::cli
