// How many threads a run uses.
#pragma once

#include <cstdint>
#include <optional>

namespace tacit {

// Returns the number that somebody said, else one per core. Throws SettingError about threads unless it is 1 to 1024.
unsigned thread_count(const std::optional<std::uint64_t>& said);

}  // namespace tacit
