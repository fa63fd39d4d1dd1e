// The syntax of delimited text, RFC 4180: records end at line ends, fields at delimiters, and neither does inside quotes.
//
// A quote opens only as the first byte of a field; inside, two quotes mean one. A record ends at the first line end that is not
// inside quotes, even if something is wrong with its quotes, so that one bad record spoils no other. For the same reason a quote
// that is never closed ends with its line.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tacit/core/message.hpp"

namespace tacit::csv {

// Guesses the delimiter: the one of comma, tab and semicolon that the first record has most of outside quotes. A quote behind any
// of the three opens.
class Guess {
 public:
  // Goes on where it stopped, in a text that has grown. True once the record's end is there.
  bool look(std::string_view text);

  char delimiter() const;
  // The end of the text that the guess depends on.
  std::size_t end() const { return end_; }

 private:
  static constexpr std::string_view delimiters = ",\t;";

  std::array<std::size_t, delimiters.size()> counts_{};
  std::size_t at_ = 0;
  bool begun_ = false;  // behind the empty lines
  bool inside_ = false;
  bool first_ = true;  // of a field
  std::size_t end_ = 0;
};
char guess_delimiter(std::string_view text);

// How far whole_records got in a text in which it found none.
struct Scan {
  std::size_t at = 0;
  std::size_t opened = 0;  // the last quote that opened
  bool inside = false;     // that quote is not closed
};
// How many bytes at the beginning of the text are whole records. Goes on where the scan stopped, in a text that has grown.
std::size_t whole_records(std::string_view text, char delimiter, Scan& scan);

// The length of the empty lines at the beginning of the text.
std::size_t empty_lines(std::string_view text);

// One record, split into fields without their quotes. It is used for one record after another and keeps its memory.
class Record {
 public:
  struct Trouble {
    std::size_t at;
    Message what;
  };

  // Splits the record at the beginning of the text and returns its length, line end included. The fields view the text and this.
  std::size_t split(std::string_view text, char delimiter);

  std::size_t size() const { return fields_.size(); }
  std::string_view operator[](std::size_t i) const { return fields_[i].text; }
  // Where in the text field i begins.
  std::size_t at(std::size_t i) const { return fields_[i].at; }
  const std::optional<Trouble>& trouble() const { return trouble_; }

 private:
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  struct Field {
    std::size_t at;
    std::string_view text;
    std::size_t unquoted = none;  // its place in unquoted_, if it is there
  };

  void complain(std::size_t at, const Message& what) {
    if (!trouble_) trouble_ = {at, what};
  }

  std::vector<Field> fields_;
  std::string unquoted_;  // fields that had doubled quotes
  std::optional<Trouble> trouble_;
};

}  // namespace tacit::csv
