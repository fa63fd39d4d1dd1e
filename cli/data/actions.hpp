#pragma once

#include <string_view>

namespace tacit::cli {

// What `tacit data` can be asked to do.
inline constexpr std::string_view data_actions[] = {"list", "get", "path"};

}  // namespace tacit::cli
