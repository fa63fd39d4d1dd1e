// Tells by its first bytes what a file is that is no text.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace tacit {

// Says what it is and what to do about it; nothing if it may be text. The bytes are `whole` if the file has no others; no zero is
// among the first `plain` of a text.
std::optional<std::string> not_text(std::string_view beginning, bool whole, std::size_t plain = std::string_view::npos);

}  // namespace tacit
