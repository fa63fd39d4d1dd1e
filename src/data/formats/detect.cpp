#include <array>

#include "data/formats/format.hpp"

namespace tacit {

namespace {

constexpr int most_lines = 16;
constexpr std::string_view blanks = " \t\r";

// Takes the next line that says something off the text, without blanks at its ends. Empty at the end.
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

// The formats of text, in the order in which they are asked.
std::vector<const Format*> by_turn() {
  std::vector<const Format*> formats;
  std::ranges::copy_if(all_formats(), std::back_inserter(formats), &Format::is_text);
  std::ranges::sort(formats, {}, &Format::turn);
  return formats;
}

struct Guess {
  std::size_t format;
  Claim claim;
};

Guess guess(std::span<const Format* const> formats, std::string_view line) {
  for (std::size_t i = 0; i < formats.size(); ++i) {
    if (const Claim claim = formats[i]->claim(line); claim != Claim::none) return {i, claim};
  }
  return {formats.size() - 1, Claim::weak};
}

}  // namespace

bool says_something(std::string_view line) {
  const auto first = line.find_first_not_of(blanks);
  return first != std::string_view::npos && line[first] != '#';
}

const Format& guess_format(std::string_view text) {
  const std::vector<const Format*> formats = by_turn();
  const Guess first = guess(formats, next_telling_line(text));
  if (first.claim == Claim::certain) return *formats[first.format];
  std::vector<int> votes(formats.size());
  const auto vote = [&](const Guess& of) { votes[of.format] += of.claim == Claim::weak ? 0 : 1; };
  vote(first);
  text = text.substr(0, text.rfind('\n') + 1);  // half a line tells less than it seems
  for (int i = 1; i < most_lines; ++i) {
    const std::string_view line = next_telling_line(text);
    if (line.empty()) break;
    vote(guess(formats, line));
  }
  const auto winner = std::ranges::max_element(votes);
  return *formats[votes[first.format] == *winner ? first.format : static_cast<std::size_t>(winner - votes.begin())];
}

const Format& guess_format(std::string_view text, const ReaderSettings& settings) {
  const std::string_view line = text.substr(0, text.find('\n'));
  for (const Format* format : by_turn()) {
    if (format->told != nullptr && format->told(line, settings)) return *format;
  }
  return guess_format(text);
}

std::string_view detect_format(std::string_view beginning) { return guess_format(beginning).name; }

}  // namespace tacit
