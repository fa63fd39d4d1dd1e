// How often something is done during a run: every so many examples, or every so long.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

namespace tacit::cli {

using Interval = std::variant<std::uint64_t, std::chrono::milliseconds>;

inline constexpr const char* interval_placeholder = "N|TIME";

// Reads 1000 (examples), 500ms, 30s, 5m, 2h or 1d. Throws UsageError that names the option.
Interval typed_interval(std::string_view option, const std::string& text);

}  // namespace tacit::cli
