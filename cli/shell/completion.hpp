// Scripts that let shells complete commands, options and their values.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/shell/command_line.hpp"

namespace tacit::cli {

inline constexpr std::string_view completed_shells[] = {"bash", "zsh", "fish"};

std::string bash_completion(const std::vector<Command>& commands);
std::string zsh_completion(const std::vector<Command>& commands);
std::string fish_completion(const std::vector<Command>& commands);

}  // namespace tacit::cli
