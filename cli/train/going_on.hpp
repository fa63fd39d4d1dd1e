// How a run that was stopped, or that failed after it had saved its model, can go on.
#pragma once

#include <string>

#include "cli/train/options.hpp"

namespace tacit::cli {

// The command that goes on with the run from this model; a run over standard input goes on with the rows that come next.
std::string command_to_go_on(const TrainOptions& options, const std::string& model);

}  // namespace tacit::cli
