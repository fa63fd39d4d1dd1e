// Manual pages, in the language of man(7).
#pragma once

#include <string>
#include <vector>

#include "cli/shell/command_line.hpp"

namespace tacit::cli {

// tacit(1), which lists the commands.
std::string manual_page(const std::vector<Command>& commands);
// tacit-train(1) and the like.
std::string manual_page(const Command& command);

}  // namespace tacit::cli
