// Gets what is at an address, going on from what a part file has. Progress on standard error: a bar on a terminal, else lines.
#pragma once

#include <string>

#include "cli/data/part_file.hpp"

namespace tacit::cli {

// Throws DataError; what has arrived by then stays in the part file. `name` is what progress calls it.
void download(const std::string& name, const std::string& address, PartFile& part);

}  // namespace tacit::cli
