// Finds the byte at which a line goes wrong that is no JSON object; the parser has said what is wrong. Each function returns the
// line's size if it finds nothing.
#pragma once

#include <cstddef>
#include <string_view>

namespace tacit::json {

// The quote that opens a string which is never closed.
std::size_t find_unclosed_string(std::string_view line);

// The first control character inside a string.
std::size_t find_control_character(std::string_view line);

// The first backslash from here on that begins no escape.
std::size_t find_bad_escape(std::string_view line, std::size_t from);

// The place behind the outermost object, whose brace is the first byte that is no blank.
std::size_t find_object_end(std::string_view line);

}  // namespace tacit::json
