#include "tacit/data/libsvm.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>

#include "tacit/data/data_error.hpp"

namespace tacit {

namespace {

// Reads one line from left to right; every refusal says where it happened.
class LineParser {
 public:
  LineParser(std::string_view line, std::string_view where, std::uint64_t number) : line_(line), where_(where), number_(number) {}

  void skip_blanks() {
    while (at_ < line_.size() && (line_[at_] == ' ' || line_[at_] == '\t')) ++at_;
  }
  bool at_end() const { return at_ == line_.size(); }
  bool take(std::string_view text) {
    if (!line_.substr(at_).starts_with(text)) return false;
    at_ += text.size();
    return true;
  }

  // A finite number in decimal notation, correctly rounded; a leading + is allowed.
  double number(std::string_view what) {
    const std::size_t from = at_;
    if (at_ < line_.size() && line_[at_] == '+') ++at_;
    double value = 0;
    const char* const first = line_.data() + at_;
    const char* const last = line_.data() + line_.size();
    auto [stop, error] = at_ < line_.size() && line_[at_] == '-' && at_ > from
                             ? std::from_chars_result{first, std::errc::invalid_argument}  // "+-"
                             : std::from_chars(first, last, value);
    if (error == std::errc::result_out_of_range) {
      value = std::strtod(std::string(first, stop).c_str(), nullptr);  // rounds to 0 or infinity
    } else if (error != std::errc{}) {
      fail(from, "found {}; expected {}", shown(from), what);
    }
    at_ = static_cast<std::size_t>(stop - line_.data());
    if (!std::isfinite(value)) fail(from, "{} is not a finite number; expected {} below 1.8e308", shown(from), what);
    if (!at_end() && !is_separator(line_[at_])) fail(from, "found {}; expected {}", shown(from), what);
    return value;
  }

  Index index() {
    const std::size_t from = at_;
    std::uint64_t value = 0;
    const auto [stop, error] = std::from_chars(line_.data() + at_, line_.data() + line_.size(), value);
    const auto after = static_cast<std::size_t>(stop - line_.data());
    if (error == std::errc::invalid_argument || (error == std::errc{} && (after == line_.size() || line_[after] != ':'))) {
      fail(from, "found {}; expected index:value", shown(from));
    }
    if (error != std::errc{} || value > std::numeric_limits<Index>::max()) {
      fail(from, "index {} is too large; indices go up to {}", line_.substr(from, after - from),
           std::numeric_limits<Index>::max());
    }
    if (value == 0) fail(from, "index 0; indices start from 1");
    if (value <= previous_) {
      const char* trouble =
          value == previous_ ? "index {} repeated; indices must increase" : "index {} after {}; indices must increase";
      fail(from, trouble, value, previous_);
    }
    previous_ = value;
    at_ = after + 1;
    return static_cast<Index>(value);
  }

 private:
  static bool is_separator(char c) { return c == ' ' || c == '\t'; }

  // The offending word, cut short and with odd bytes escaped.
  std::string shown(std::size_t from) const {
    const std::size_t stop = std::min(line_.find_first_of(" \t", from), line_.size());
    if (stop == from) return "the end of the line";
    std::string text = "'";
    for (const char c : line_.substr(from, std::min<std::size_t>(stop - from, 40))) {
      const auto byte = static_cast<unsigned char>(c);
      if (byte < 0x20 || byte >= 0x7f) {
        text += fmt::format("\\x{:02x}", byte);
      } else {
        text += c;
      }
    }
    return text + (stop - from > 40 ? "...'" : "'");
  }

  template <class... T>
  [[noreturn]] void fail(std::size_t at, const char* message, const T&... details) const {
    throw DataError(fmt::format("{}:{}:{}: {}", where_, number_, at + 1, fmt::format(fmt::runtime(message), details...)));
  }

  std::string_view line_;
  std::string_view where_;
  std::uint64_t number_;
  std::size_t at_ = 0;
  std::uint64_t previous_ = 0;
};

}  // namespace

bool parse_libsvm_line(std::string_view line, bool bias, std::string_view where, std::uint64_t line_number, Dataset& rows) {
  line = line.substr(0, line.find('#'));
  if (line.ends_with('\r')) line.remove_suffix(1);
  LineParser parser(line, where, line_number);
  parser.skip_blanks();
  if (parser.at_end()) return false;
  rows.begin_row(parser.number("a label"), 1, line_number);
  try {
    if (bias) rows.push(0, 1.0);
    for (parser.skip_blanks(); !parser.at_end(); parser.skip_blanks()) {
      if (parser.take("qid:")) {
        parser.number("a query number");
        continue;
      }
      const Index index = parser.index();
      rows.push(index, parser.number("a value"));
    }
  } catch (...) {
    rows.drop_last_row();  // nothing of a bad line stays
    throw;
  }
  return true;
}

bool LibsvmReader::next_line(std::string_view& line, bool may_wait) {
  for (;;) {
    const auto* newline = static_cast<const char*>(std::memchr(buffer_.data() + scanned_, '\n', end_ - scanned_));
    if (newline != nullptr || (ended_ && begin_ < end_)) {
      const std::size_t stop = newline != nullptr ? static_cast<std::size_t>(newline - buffer_.data()) : end_;
      line = {buffer_.data() + begin_, stop - begin_};
      begin_ = scanned_ = std::min(stop + 1, end_);
      ++line_number_;
      return true;
    }
    if (ended_ || !may_wait) return false;
    std::copy(buffer_.begin() + static_cast<std::ptrdiff_t>(begin_), buffer_.begin() + static_cast<std::ptrdiff_t>(end_),
              buffer_.begin());
    end_ -= begin_;
    begin_ = 0;
    scanned_ = end_;
    if (end_ == buffer_.size()) buffer_.resize(2 * buffer_.size());  // a line longer than all before
    const std::size_t count = source_.read(std::span(buffer_).subspan(end_));
    end_ += count;
    ended_ = count == 0;
  }
}

bool LibsvmReader::read(Dataset& rows, std::size_t most) {
  std::string_view line;
  std::size_t added = 0;
  while (added < most && next_line(line, added == 0)) {
    if (parse_libsvm_line(line, bias_, source_.name(), line_number_, rows)) ++added;
  }
  return added > 0;
}

}  // namespace tacit
