// How the command line words a setting: --loss hinge, --no-bias.
#pragma once

#include <string>

#include "tacit/core/message.hpp"

namespace tacit::cli {

std::string in_flags(const Mention& mention);

}  // namespace tacit::cli
