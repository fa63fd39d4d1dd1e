#include "run/json_writer.hpp"

#include <fmt/compile.h>

#include <cmath>
#include <iterator>

#include "data/text/odd_bytes.hpp"
#include "tacit/core/legible.hpp"
#include "tacit/data/data_error.hpp"

namespace tacit {

namespace {

constexpr std::size_t enough = std::size_t{1} << 18U;

std::string_view short_escape(char c) {
  switch (c) {
    case '"':
      return "\\\"";
    case '\\':
      return "\\\\";
    case '\b':
      return "\\b";
    case '\f':
      return "\\f";
    case '\n':
      return "\\n";
    case '\r':
      return "\\r";
    case '\t':
      return "\\t";
    default:
      return {};
  }
}

}  // namespace

void JsonWriter::next_line() {
  if (look_ == Look::compact) return;
  constexpr std::string_view blanks = "\n                                                                ";
  text_.append(blanks.substr(0, 1 + 2 * depth_));
}

void JsonWriter::before_value() {
  if (text_.size() >= enough) finish();
  if (behind_key_) {
    behind_key_ = false;
    return;
  }
  if (depth_ == 0) return;
  if (!first_) text_.push_back(',');
  first_ = false;
  next_line();
}

void JsonWriter::begin(char open) {
  before_value();
  text_.push_back(open);
  ++depth_;
  first_ = true;
}

void JsonWriter::end(char close) {
  --depth_;
  if (!first_) next_line();
  text_.push_back(close);
  first_ = false;
}

void JsonWriter::key(std::string_view key) {
  before_value();
  put_text(key);
  text_.append(std::string_view(look_ == Look::compact ? ":" : ": "));
  behind_key_ = true;
}

void JsonWriter::key(Index index) {
  const fmt::format_int digits(index);
  key(std::string_view(digits.data(), digits.size()));
}

void JsonWriter::put(std::uint64_t number) {
  const fmt::format_int digits(number);
  text_.append(digits.data(), digits.data() + digits.size());
}

// The shortest digits that read back to the number; a fraction or an exponent tells it from a count.
void JsonWriter::put(double number) {
  if (!std::isfinite(number)) return text_.append(std::string_view("null"));
  const std::size_t before = text_.size();
  fmt::format_to(std::back_inserter(text_), FMT_COMPILE("{}"), number);
  const std::string_view written(text_.data() + before, text_.size() - before);
  if (written.find_first_of(".e") == std::string_view::npos) text_.append(std::string_view(".0"));
}

void JsonWriter::put_text(std::string_view text) {
  text_.push_back('"');
  if (is_plain_ascii(text) && text.find_first_of("\"\\") == std::string_view::npos) {
    text_.append(text);
  } else {
    if (find_no_utf8(text) < text.size())
      throw DataError(DataError::Kind::model, fmt::format("{} is not UTF-8, and no model can hold it", shown(text)));
    std::string escaped;
    for (const char c : text) {
      if (const std::string_view escape = short_escape(c); !escape.empty()) {
        escaped += escape;
      } else if (c >= 0 && c < ' ') {
        fmt::format_to(std::back_inserter(escaped), "\\u{:04x}", static_cast<unsigned>(c));
      } else {
        escaped += c;
      }
    }
    text_.append(legible_json(escaped));
  }
  text_.push_back('"');
}

void JsonWriter::number(double number) {
  before_value();
  put(number);
}
void JsonWriter::count(std::uint64_t count) {
  before_value();
  put(count);
}
void JsonWriter::text(std::string_view text) {
  before_value();
  put_text(text);
}
void JsonWriter::flag(bool flag) {
  before_value();
  text_.append(std::string_view(flag ? "true" : "false"));
}
void JsonWriter::null() {
  before_value();
  text_.append(std::string_view("null"));
}

void JsonWriter::row(std::span<const Index> first, std::span<const double> numbers) {
  before_value();
  const std::string_view between = look_ == Look::compact ? "," : ", ";
  std::string_view before;
  const auto add = [&](auto value) {
    text_.append(before);
    put(value);
    before = between;
  };
  text_.push_back('[');
  for (const Index index : first) add(std::uint64_t{index});
  for (const double number : numbers) add(number);
  text_.push_back(']');
}

void JsonWriter::finish() {
  sink_({text_.data(), text_.size()});
  text_.clear();
}

}  // namespace tacit
