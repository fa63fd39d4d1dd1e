#pragma once

#include <string_view>

namespace tacit::cli {

// What `tacit reproduce` can be asked for.
inline constexpr std::string_view experiment_names[] = {"synthetic",  "classification", "regression",
                                                        "time-order", "theory",         "all"};

}  // namespace tacit::cli
