// What a file is that is no text, by its first bytes.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tacit {

// In words, with what to do about it; nothing if it may be text. The bytes are `whole` if the file has no others.
std::optional<std::string> not_text(std::string_view beginning, bool whole);

}  // namespace tacit
