// Reads one line from left to right with care; what it refuses comes with its column.
#pragma once

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <string>
#include <string_view>

#include "tacit/data/complaints.hpp"

namespace tacit {

struct Fault {
  std::size_t column;
  std::string what;
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
  // What comes before the next blank or one of the stops.
  std::string_view word(std::string_view stops = "") const {
    std::size_t stop = at_;
    while (stop < line_.size() && !is_blank(line_[stop]) && stops.find(line_[stop]) == std::string_view::npos) ++stop;
    return line_.substr(at_, stop - at_);
  }

  // A word that is a finite number in decimal notation, correctly rounded; a leading + is allowed.
  double number(std::string_view what, std::string_view stops = "") {
    const std::string_view whole = word(stops);
    std::string_view digits = whole;
    if (digits.starts_with('+') && !digits.starts_with("+-")) digits.remove_prefix(1);
    double value = 0;
    const auto [stop, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error == std::errc::result_out_of_range) {
      value = std::strtod(std::string(digits.data(), stop).c_str(), nullptr);  // rounds to 0 or infinity
    } else if (error != std::errc{}) {
      fail("found {}; expected {}", whole.empty() ? next() : found(whole), what);
    }
    if (stop != digits.data() + digits.size()) fail("found {}; expected {}", found(whole), what);
    if (!std::isfinite(value)) fail("{} is not a finite number; expected {} below 1.8e308", found(whole), what);
    at_ += whole.size();
    return value;
  }

  template <class... T>
  [[noreturn]] void fail(fmt::format_string<T...> message, T&&... details) const {
    throw Fault{at_ + 1, fmt::format(message, std::forward<T>(details)...)};
  }

  static std::string found(std::string_view text) { return text.empty() ? "the end of the line" : shown(text); }

 private:
  // What stands here where a word was expected.
  std::string next() const { return is_blank(peek()) ? "a blank" : found(line_.substr(at_, 1)); }

  std::string_view line_;
  std::size_t at_ = 0;
};

}  // namespace tacit
