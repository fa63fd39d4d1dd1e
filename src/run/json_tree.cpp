#include "run/json_tree.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "data/text/decimal.hpp"
#include "data/text/odd_bytes.hpp"
#include "tacit/core/legible.hpp"
#include "tacit/data/data_error.hpp"

namespace tacit {

class JsonParser {
 public:
  JsonParser(std::string_view text, const std::string& name, JsonTree& tree)
      : name_(name), begin_(text.data()), at_(begin_), end_(begin_ + text.size()), tree_(tree), nodes_(tree.nodes_) {}

  void parse() {
    nodes_.reserve(most_nodes());
    value(0);
    skip_blanks();
    if (at_ != end_) refuse(at_, "nothing behind the object");
  }

 private:
  using Kind = JsonTree::Kind;

  // A value stands before a comma or is the last of its list, and a key stands before a colon.
  std::size_t most_nodes() const {
    const auto signs = std::count_if(at_, end_, [](char c) { return c == ',' || c == ':' || c == '[' || c == '{'; });
    return 1 + static_cast<std::size_t>(std::min(signs, (end_ - at_) / 2));
  }

  [[noreturn]] void fail(const std::string& what) const { throw DataError(DataError::Kind::model, name_, what); }
  [[noreturn]] void refuse(const char* at, std::string_view expected) const {
    fail(fmt::format("not valid JSON at byte {}; expected {}", at - begin_ + 1, expected));
  }

  void skip_blanks() {
    while (at_ != end_ && (*at_ == ' ' || *at_ == '\n' || *at_ == '\r' || *at_ == '\t')) ++at_;
  }
  bool take(char c) {
    if (at_ == end_ || *at_ != c) return false;
    ++at_;
    return true;
  }

  void add(Kind kind, std::uint64_t size, std::uint64_t content) { nodes_.emplace_back(kind, size, content); }
  void add_text(std::string_view text) { add(Kind::text, text.size(), reinterpret_cast<std::uint64_t>(text.data())); }

  void value(std::size_t depth) {
    skip_blanks();
    switch (at_ == end_ ? '\0' : *at_) {
      case '{':
        return container(Kind::object, '}', depth);
      case '[':
        return container(Kind::list, ']', depth);
      case '"':
        return add_text(text());
      case 't':
        return word("true", Kind::flag, 1);
      case 'f':
        return word("false", Kind::flag, 0);
      case 'n':
        return word("null", Kind::null, 0);
      default:
        return number();
    }
  }

  void word(std::string_view letters, Kind kind, std::uint64_t size) {
    if (!std::string_view(at_, end_).starts_with(letters)) refuse(at_, "a value");
    at_ += letters.size();
    add(kind, size, 0);
  }

  void container(Kind kind, char close, std::size_t depth) {
    if (depth >= JsonTree::deepest) fail(fmt::format("objects and lists are nested more than {} deep", JsonTree::deepest));
    const std::size_t place = nodes_.size();
    add(kind, 0, 0);
    std::uint64_t size = 0;
    ++at_;
    skip_blanks();
    if (!take(close)) {
      do {
        if (kind == Kind::object) key();
        value(depth + 1);
        ++size;
        skip_blanks();
      } while (take(','));
      if (!take(close)) refuse(at_, kind == Kind::object ? "a comma or }" : "a comma or ]");
    }
    nodes_[place] = {kind, size, nodes_.size()};
    if (kind == Kind::object) require_distinct_keys(place);
  }

  void key() {
    skip_blanks();
    if (at_ == end_ || *at_ != '"') refuse(at_, "a key in quotes");
    add_text(text());
    skip_blanks();
    if (!take(':')) refuse(at_, "a colon");
  }

  // Keys that become longer, or later in the alphabet, differ. Those of our own files do, being numbers in order.
  void require_distinct_keys(std::size_t place) const {
    const JsonValue object(tree_, place);
    std::string_view last;
    bool increase = true;
    bool first = true;
    object.for_each_member([&](std::string_view key, JsonValue) {
      increase = increase && (first || key.size() > last.size() || (key.size() == last.size() && key > last));
      first = false;
      last = key;
    });
    if (increase) return;
    std::vector<std::string_view> keys;
    keys.reserve(object.size());
    object.for_each_member([&](std::string_view key, JsonValue) { keys.push_back(key); });
    std::ranges::sort(keys);
    if (const auto twice = std::ranges::adjacent_find(keys); twice != keys.end()) fail(shown(*twice) + " is given twice");
  }

  void number() {
    using decimal::is_digit;
    const char* const from = at_;
    const char* p = at_;
    if (p != end_ && *p == '-') ++p;
    const char* const digits = p;
    std::uint64_t integer = 0;
    for (; p != end_ && is_digit(*p); ++p) integer = 10 * integer + static_cast<std::uint64_t>(*p - '0');
    if (p == digits) refuse(p, "a value");
    if (*digits == '0' && p - digits > 1) refuse(digits + 1, "no digit behind a leading 0");
    bool whole = true;
    if (p != end_ && *p == '.') {
      whole = false;
      p = some_digits(p + 1);
    }
    const std::ptrdiff_t length = p - digits;
    if (p != end_ && (*p == 'e' || *p == 'E')) {
      whole = false;
      ++p;
      if (p != end_ && (*p == '-' || *p == '+')) ++p;
      p = some_digits(p);
    }
    at_ = p;
    if (whole && digits == from && length <= 19) return add(Kind::whole, 0, integer);
    constexpr std::ptrdiff_t short_number = 16;  // of one multiplication; parse_long reads any
    double number = 0;
    const char* const stop =
        length <= short_number ? parse_decimal(from, p, number) : decimal::parse_long(digits, p, digits != from, number);
    if (stop != p) fail("a number is beyond what a double can hold");
    if (whole && digits == from) {  // 20 digits may be below 2^64
      std::uint64_t count = 0;
      if (std::from_chars(from, p, count).ec == std::errc{}) return add(Kind::whole, 0, count);
    }
    add(Kind::number, 0, std::bit_cast<std::uint64_t>(number));
  }

  const char* some_digits(const char* p) const {
    const char* const from = p;
    while (p != end_ && decimal::is_digit(*p)) ++p;
    if (p == from) refuse(p, "a digit");
    return p;
  }

  // The text between quotes.
  std::string_view text() {
    const char* const from = ++at_;
    bool escapes = false;
    for (; at_ != end_ && *at_ != '"'; ++at_) {
      if (static_cast<unsigned char>(*at_) < 0x20) refuse(at_, "control characters as escapes");
      if (*at_ != '\\') continue;
      escapes = true;
      if (++at_ == end_) break;
    }
    if (at_ == end_) refuse(at_, "a quote at the end of a text");
    const std::string_view letters(from, at_++);
    if (!is_plain_ascii(letters)) {
      const std::size_t odd = find_no_utf8(letters);
      if (odd < letters.size()) refuse(from + odd, "UTF-8");
    }
    return escapes ? unescape(letters) : letters;
  }

  // Texts without their escapes, which are never longer, stand behind each other.
  std::string_view unescape(std::string_view letters) {
    constexpr std::string_view escapes = "\"\\/bfnrt";
    constexpr std::string_view meant = "\"\\/\b\f\n\r\t";
    if (!tree_.unescaped_) {
      tree_.unescaped_ = std::make_unique_for_overwrite<char[]>(static_cast<std::size_t>(end_ - begin_));
      out_ = tree_.unescaped_.get();
    }
    const char* const from = out_;
    const char* const last = letters.data() + letters.size();
    for (const char* p = letters.data(); p != last;) {
      if (*p != '\\') {
        *out_++ = *p++;
      } else if (p[1] == 'u') {
        p = unescape_number(p, last);
      } else {
        const std::size_t place = escapes.find(p[1]);
        if (place == std::string_view::npos) refuse(p, "one of the escapes of JSON");
        *out_++ = meant[place];
        p += 2;
      }
    }
    return {from, out_};
  }

  // \u and four digits, or two of them that make one character. Returns where they end.
  const char* unescape_number(const char* p, const char* last) {
    std::uint32_t code = four_digits(p, last);
    if (code >= 0xdc00 && code < 0xe000) refuse(p, "the first half of a pair of \\u escapes");
    if (code >= 0xd800 && code < 0xdc00) {
      const std::uint32_t low = four_digits(p + 6, last);
      if (low < 0xdc00 || low >= 0xe000) refuse(p + 6, "the second half of a pair of \\u escapes");
      code = 0x10000 + ((code - 0xd800) << 10U) + (low - 0xdc00);
      p += 6;
    }
    append_utf8(code);
    return p + 6;
  }

  std::uint32_t four_digits(const char* p, const char* last) const {
    std::uint32_t code = 0;
    if (last - p < 6 || p[0] != '\\' || p[1] != 'u' || std::from_chars(p + 2, p + 6, code, 16).ptr != p + 6)
      refuse(p, "\\u and four hexadecimal digits");
    return code;
  }

  void append_utf8(std::uint32_t code) {
    const auto later = [&](unsigned shift) { *out_++ = static_cast<char>(0x80U | (code >> shift & 0x3fU)); };
    if (code < 0x80) {
      *out_++ = static_cast<char>(code);
    } else if (code < 0x800) {
      *out_++ = static_cast<char>(0xc0U | code >> 6U);
      later(0);
    } else if (code < 0x10000) {
      *out_++ = static_cast<char>(0xe0U | code >> 12U);
      later(6);
      later(0);
    } else {
      *out_++ = static_cast<char>(0xf0U | code >> 18U);
      later(12);
      later(6);
      later(0);
    }
  }

  const std::string& name_;
  const char* const begin_;
  const char* at_;
  const char* const end_;
  JsonTree& tree_;
  char* out_ = nullptr;  // behind the texts without escapes
  std::vector<JsonTree::Node>& nodes_;
};

JsonTree::JsonTree(std::string_view text, const std::string& name) { JsonParser(text, name, *this).parse(); }

}  // namespace tacit
