// Tells by its first bytes what a file is that is no text.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tacit {

// Says what it is and what to do about it; nothing if it may be text. The bytes are `whole` if the file has no others.
std::optional<std::string> not_text(std::string_view beginning, bool whole);

}  // namespace tacit
