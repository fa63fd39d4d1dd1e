// Figures through gnuplot, a program of its own.
#pragma once

#include <string>

namespace tacit::cli {

// Runs `gnuplot SCRIPT` inside the folder; false if gnuplot is not there or fails.
bool run_gnuplot(const std::string& folder, const std::string& script);

}  // namespace tacit::cli
