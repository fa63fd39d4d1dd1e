// A LineScanner reads one line from left to right with care. What it refuses comes with its column.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "data/formats/parser.hpp"
#include "data/text/decimal.hpp"
#include "data/text/quick_decimal.hpp"
#include "tacit/core/legible.hpp"

namespace tacit {

struct Fault {
  std::size_t column;
  Message what;
};

class LineScanner {
 public:
  explicit LineScanner(std::string_view line) : line_(line) {}

  static bool is_blank(char c) { return c == ' ' || c == '\t'; }

  std::size_t at() const { return at_; }
  bool at_end() const { return at_ == line_.size(); }
  char peek() const { return at_ < line_.size() ? line_[at_] : '\n'; }
  void skip(std::size_t count = 1) { at_ += count; }
  void skip_blanks() {
    while (at_ < line_.size() && is_blank(line_[at_])) ++at_;
  }
  bool take(std::string_view text) {
    if (!line_.substr(at_).starts_with(text)) return false;
    at_ += text.size();
    return true;
  }
  // The text before the next blank or stop; there are at most two stops.
  std::string_view word(std::string_view stops = "") const {
    std::size_t stop = at_;
    const char one = stops.empty() ? ' ' : stops.front();
    const char other = stops.empty() ? ' ' : stops.back();
    while (stop < line_.size() && !is_blank(line_[stop]) && line_[stop] != one && line_[stop] != other) ++stop;
    return line_.substr(at_, stop - at_);
  }

  // Takes a word that is a plain number, if one comes. There is room to read behind the line.
  bool take_plain_number(double& value, char stop) {
    const char* const behind = quick_decimal(line_.data() + at_, value);
    if (behind == nullptr) return false;
    const auto after = static_cast<std::size_t>(behind - line_.data());
    if (after > line_.size() || (after < line_.size() && !is_blank(*behind) && *behind != stop)) return false;
    at_ = after;
    return true;
  }

  // Takes a word that is a finite number in decimal notation, correctly rounded; a leading + is allowed.
  double number(std::string_view what, std::string_view stops = "", bool label = false) {
    const std::string_view whole = word(stops);
    double value = 0;
    if (parse_decimal(whole.data(), whole.data() + whole.size(), value) != whole.data() + whole.size() || whole.empty()) {
      if (is_beyond_numbers(whole)) fail("{} is not a finite number; expected {} below 1.8e308", found(whole), what);
      fail_with(say(fmt::format("found {}; expected {}", whole.empty() ? next() : found(whole), what),
                    label ? advice_on_word(whole) : Message()));
    }
    at_ += whole.size();
    return value;
  }

  // Takes a number, or the word of a class where labels are words.
  double label(const ParserContext& context, std::string_view stops = "") {
    if (!context.labels_are_words()) return number("a label", stops, true);
    const std::string_view whole = word(stops);
    const auto label = context.label_of(whole);
    if (!label) fail_with(context.fault_of_label(whole));
    at_ += whole.size();
    return *label;
  }

  template <class... T>
  [[noreturn]] void fail(fmt::format_string<T...> message, T&&... details) const {
    fail_with(fmt::format(message, std::forward<T>(details)...));
  }
  [[noreturn]] void fail_with(Message what) const { throw Fault{at_ + 1, std::move(what)}; }

  static std::string found(std::string_view text) { return text.empty() ? "the end of the line" : shown(text); }
  // What stands here where a word was expected.
  std::string next() const { return is_blank(peek()) ? "a blank" : found(line_.substr(at_, 1)); }

 private:
  std::string_view line_;
  std::size_t at_ = 0;
};

}  // namespace tacit
