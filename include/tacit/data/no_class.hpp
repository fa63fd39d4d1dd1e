// What is said where no class is known. No class has this name.
#pragma once

#include <string_view>

namespace tacit {

inline constexpr std::string_view no_class = "?";

}  // namespace tacit
