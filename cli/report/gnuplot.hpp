// Draws figures with gnuplot, a separate program.
#pragma once

#include <string>
#include <vector>

namespace tacit::cli {

// Runs `gnuplot SCRIPT...` inside the folder, in so many processes at once; false if gnuplot is not there or fails.
bool run_gnuplot(const std::string& folder, const std::vector<std::string>& scripts, std::size_t processes = 1);

}  // namespace tacit::cli
