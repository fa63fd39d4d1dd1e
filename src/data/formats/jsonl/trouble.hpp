// Where a line goes wrong that is known to be no JSON object: the parser says what is wrong, these say at which byte. Each
// returns the line's size if it finds nothing.
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
