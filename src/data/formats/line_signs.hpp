// Tells what a line shows of its format at a glance.
#pragma once

#include <algorithm>
#include <string_view>

#include "data/text/decimal.hpp"

namespace tacit {

// Whether some word behind the first is digits and a colon.
inline bool has_index(std::string_view line) {
  for (std::size_t at = line.find_first_of(" \t"); at != std::string_view::npos; at = line.find_first_of(" \t", at)) {
    at = line.find_first_not_of(" \t", at);
    if (at == std::string_view::npos) break;
    const std::size_t colon = line.find_first_not_of("0123456789", at);
    if (colon != std::string_view::npos && colon > at && line[colon] == ':') return true;
    if (line.substr(at).starts_with("qid:")) return true;
  }
  return false;
}

// The line without its comment, if an index comes before that; elsewhere # is no comment.
inline std::string_view without_comment(std::string_view line) {
  const std::string_view bare = line.substr(0, line.find('#'));
  return has_index(bare) ? bare : line;
}

// Whether something in the line separates or quotes the fields of a table; a tab does so less clearly.
inline bool has_delimiter(std::string_view line) { return line.find_first_of(",;\"") != std::string_view::npos; }

// Whether an object of JSON begins, or an array of them. Blanks at the ends do not matter.
inline bool begins_with_object(std::string_view line) {
  line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  return line.starts_with('{') || line.starts_with("[{") ||
         (line.starts_with('[') && line.find_first_not_of(" \t\r", 1) == std::string_view::npos);
}

inline bool begins_with_number(std::string_view line) {
  double value = 0;
  const char* const stop = parse_decimal(line.data(), line.data() + line.size(), value);
  return stop != nullptr && (stop == line.data() + line.size() || *stop == ' ' || *stop == '\t');
}

}  // namespace tacit
