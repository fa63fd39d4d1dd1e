#include <algorithm>

#include "tacit/data/reader.hpp"

namespace tacit {

namespace {

// The first line that says something.
std::string_view telling_line(std::string_view text) {
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  while (!text.empty()) {
    const std::size_t stop = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, stop);
    if (says_something(line)) return line.substr(line.find_first_not_of(" \t\r"));
    text.remove_prefix(std::min(stop + 1, text.size()));
  }
  return {};
}

// Whether some word behind the first is digits and a colon.
bool has_index(std::string_view line) {
  for (std::size_t at = line.find_first_of(" \t"); at != std::string_view::npos; at = line.find_first_of(" \t", at)) {
    at = line.find_first_not_of(" \t", at);
    if (at == std::string_view::npos) break;
    const std::size_t colon = line.find_first_not_of("0123456789", at);
    if (colon != std::string_view::npos && colon > at && line[colon] == ':') return true;
    if (line.substr(at).starts_with("qid:")) return true;
  }
  return false;
}

}  // namespace

bool says_something(std::string_view line) {
  const auto first = line.find_first_not_of(" \t\r");
  return first != std::string_view::npos && line[first] != '#';
}

std::string_view detect_format(std::string_view beginning) {
  std::string_view line = telling_line(beginning);
  if (line.starts_with('{')) return "jsonl";
  if (const std::string_view bare = line.substr(0, line.find('#')); has_index(bare)) line = bare;  // without its comment
  const bool quoted = line.find('"') != std::string_view::npos;
  if (!quoted && line.find('|') != std::string_view::npos) return "vw";
  if (quoted || line.find_first_of(",;") != std::string_view::npos) return "csv";
  if (has_index(line)) return "libsvm";
  if (line.find('\t') != std::string_view::npos) return "csv";
  // Text of one column with a header is csv; a lone number is an example without features.
  const bool number = line.find_first_not_of("+-.0123456789eE \r") == std::string_view::npos;
  return number || line.find_first_of(": ") != std::string_view::npos ? "libsvm" : "csv";
}

}  // namespace tacit
