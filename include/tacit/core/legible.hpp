// Text from data, models and file names as people may see it.
//
// A terminal obeys control characters, and whoever reads a line believes its order: a name that holds an escape, a line end or a
// bidirectional override would clear the screen, forge a row of a table or show another name. So these are written out, as
// \x1b (bytes) or \u202e (characters): controls (C0, DEL, C1), what turns the direction of text, what takes no room, separators
// of lines and paragraphs, and bytes that are no UTF-8. Every face prints foreign text by these functions alone.
#pragma once

#include <string>
#include <string_view>

namespace tacit {

// The whole text in one line. Text that is legible already stays as it is.
std::string legible(std::string_view text);

// Whether that is the text itself.
bool is_legible(std::string_view text);

// The same for a text of several lines, which are ours: line ends stay.
std::string legible_lines(std::string_view text);

// JSON that means the same: what is not legible stands in its strings alone, and is written as JSON's own escapes.
std::string legible_json(std::string_view json);

// The beginning, at most 40 characters long, with dots if there is more: what a message quotes.
std::string brief(std::string_view text);
// The same in quotes.
std::string shown(std::string_view text);

// A whole message: legible, and without its middle if it is longer than 2,000 bytes.
std::string legible_message(std::string_view text);

}  // namespace tacit
