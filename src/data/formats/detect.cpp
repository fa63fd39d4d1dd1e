#include <algorithm>
#include <array>

#include "data/text/decimal.hpp"
#include "tacit/data/reader.hpp"

namespace tacit {

namespace {

constexpr int most_lines = 16;
constexpr std::string_view blanks = " \t\r";

// The next line that says something, without blanks at its ends; the text goes on behind it. Empty at the end.
std::string_view next_telling_line(std::string_view& text) {
  while (!text.empty()) {
    const std::size_t stop = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, stop);
    text.remove_prefix(std::min(stop + 1, text.size()));
    if (!says_something(line)) continue;
    const std::size_t first = line.find_first_not_of(blanks);
    return line.substr(first, line.find_last_not_of(blanks) + 1 - first);
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

bool begins_with_number(std::string_view line) {
  double value = 0;
  const char* const stop = parse_decimal(line.data(), line.data() + line.size(), value);
  return stop != nullptr && (stop == line.data() + line.size() || *stop == ' ' || *stop == '\t');
}

struct Guess {
  std::string_view format;
  enum Strength { weak, strong, certain } strength;  // a weak one is for lines that tell next to nothing
};

Guess guess(std::string_view line) {
  if (line.empty()) return {"libsvm", Guess::weak};
  if (line.starts_with('{') || line.starts_with("[{") || line == "[") return {"jsonl", Guess::certain};
  if (const std::string_view bare = line.substr(0, line.find('#')); has_index(bare)) line = bare;  // without its comment
  if (const std::size_t bar = line.find('|'); bar != std::string_view::npos) {
    const std::string_view head = line.substr(0, bar);
    if (head.empty() || begins_with_number(head) || head.starts_with('\'')) return {"vw", Guess::certain};
    if (head.find_first_of(",;\"") == std::string_view::npos) return {"vw", Guess::strong};
  }
  const bool index = has_index(line);
  if (line.find_first_of(",;\"") != std::string_view::npos) return {"csv", index ? Guess::strong : Guess::certain};
  if (index) return {"libsvm", Guess::certain};
  if (line.find('\t') != std::string_view::npos) return {"csv", Guess::certain};
  // Text of one column with a header is csv; a lone number is an example without features.
  const bool number = begins_with_number(line);
  return {number || line.find_first_of(": ") != std::string_view::npos ? "libsvm" : "csv", Guess::weak};
}

}  // namespace

bool says_something(std::string_view line) {
  const auto first = line.find_first_not_of(blanks);
  return first != std::string_view::npos && line[first] != '#';
}

std::string_view detect_format(std::string_view text) {
  const Guess first = guess(next_telling_line(text));
  if (first.strength == Guess::certain) return first.format;
  constexpr std::array<std::string_view, 4> formats{"jsonl", "vw", "libsvm", "csv"};
  std::array<int, formats.size()> votes{};
  const auto vote = [&](const Guess& of) {
    votes[static_cast<std::size_t>(std::ranges::find(formats, of.format) - formats.begin())] +=
        of.strength == Guess::weak ? 0 : 1;
  };
  vote(first);
  text = text.substr(0, text.rfind('\n') + 1);  // half a line tells less than it seems
  for (int i = 1; i < most_lines; ++i) {
    const std::string_view line = next_telling_line(text);
    if (line.empty()) break;
    vote(guess(line));
  }
  const auto most = std::ranges::max_element(votes);
  const bool first_is_most = votes[static_cast<std::size_t>(std::ranges::find(formats, first.format) - formats.begin())] == *most;
  return first_is_most ? first.format : formats[static_cast<std::size_t>(most - votes.begin())];
}

}  // namespace tacit
