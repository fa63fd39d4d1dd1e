// What people type who come from Vowpal Wabbit.
#pragma once

#include <string_view>

namespace tacit::cli {

// What does here what this flag of Vowpal Wabbit does there; nothing where none does, or where the flag is no such flag.
std::string_view in_place_of(std::string_view flag);

}  // namespace tacit::cli
