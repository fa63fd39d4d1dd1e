#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <thread>

#include "cli/errors.hpp"

namespace tacit::cli {

// Returns the number given, else one per core. Throws UsageError.
inline unsigned thread_count(const std::optional<std::uint64_t>& given) {
  if (given && (*given < 1 || *given > 1024)) throw UsageError("--threads: expected 1 to 1024");
  return given ? static_cast<unsigned>(*given) : std::max(1U, std::thread::hardware_concurrency());
}

}  // namespace tacit::cli
