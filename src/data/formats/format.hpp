// A Format is all that the library knows about a format of data. Each has a folder here, a place in the list of all.cpp and a
// test.
#pragma once

#include <algorithm>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "data/formats/parser.hpp"
#include "tacit/data/reader.hpp"
#include "tacit/data/writer.hpp"

namespace tacit {

// How sure a format is that a line is its own. A weak claim is for lines that tell next to nothing.
enum class Claim { none, weak, strong, certain };

struct Format {
  std::string_view name{};
  std::span<const std::string_view> endings{};       // endings of file names that stand for it, such as .csv
  std::span<const std::string_view> read_endings{};  // further ones, of files that are read as it but not written
  std::string_view example{};                        // a line for messages
  std::span<const std::string_view> settings{};      // the settings that mean something for it
  bool numbers_features = false;                     // features have numbers, not names
  bool has_comments = false;                         // # begins a comment

  // Formats are asked by increasing turn, and the first that claims a line gets it. The line has no blanks at its ends.
  int turn = 0;
  Claim (*claim)(std::string_view line) = nullptr;  // null if the format is not text
  // Whether the settings say that a text with this first line is of the format, whatever it looks like. Null: they never do.
  bool (*told)(std::string_view line, const ReaderSettings& settings) = nullptr;
  // Whether the first bytes are those of a file in this format; null if it is text.
  bool (*recognises)(std::string_view beginning) = nullptr;

  std::unique_ptr<Parser> (*make_parser)(ParserContext context, const ReaderSettings& settings) = nullptr;
  std::unique_ptr<Writer> (*make_writer)(const std::string& path, Columns columns, const FeatureNames* names) = nullptr;

  bool is_text() const { return claim != nullptr; }
  bool uses(std::string_view setting) const { return std::ranges::find(settings, setting) != settings.end(); }
};

// All formats, in the order in which help and messages list them.
std::span<const Format* const> all_formats();

// Null if no format has the name.
const Format* find_format(std::string_view name);

// The format that is known by these first bytes; null if they are text, or too few to tell.
const Format* recognised_format(std::string_view beginning);

// Whether a line is neither empty nor a comment.
bool says_something(std::string_view line);

// Guesses the format of a text by its first line that says something, or by most of its first lines if that one is not certain.
const Format& guess_format(std::string_view beginning);

// Does the same, but the settings decide first.
const Format& guess_format(std::string_view beginning, const ReaderSettings& settings);

}  // namespace tacit
