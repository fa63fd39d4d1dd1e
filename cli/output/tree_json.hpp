// Writes the library's trees as JSON, with settings worded as flags.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "tacit/core/tree.hpp"

namespace tacit::cli {

nlohmann::ordered_json to_json(const Tree::Object& tree);

}  // namespace tacit::cli
