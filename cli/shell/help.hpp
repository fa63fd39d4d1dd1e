// The help as people read it: lines that fit a terminal, and --no-name said plainly.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace tacit::cli {

// Every command that is added later writes its help like this.
void write_readable_help(CLI::App& app);

std::string help_of(const CLI::App& app);
std::string help_of(const CLI::App& app, const std::string& command);

}  // namespace tacit::cli
