#include "data/formats/csv/record.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "tacit/core/legible.hpp"

namespace tacit::csv {

namespace {

// Finds the quote that closes the field whose content begins here; null if none does.
const char* closing_quote(const char* p, const char* end) {
  for (;;) {
    const auto* quote = p == end ? nullptr : static_cast<const char*>(std::memchr(p, '"', static_cast<std::size_t>(end - p)));
    if (quote == nullptr || quote + 1 == end || quote[1] != '"') return quote;
    p = quote + 2;
  }
}

}  // namespace

std::size_t empty_lines(std::string_view text) {
  std::size_t at = 0;
  for (;;) {
    const std::string_view rest = text.substr(at);
    if (rest.starts_with("\r\n")) {
      at += 2;
    } else if (rest.starts_with('\n') || rest == "\r") {
      at += 1;
    } else {
      return at;
    }
  }
}

bool Guess::look(std::string_view text) {
  if (!begun_) {
    at_ = empty_lines(text);
    begun_ = at_ < text.size();
  }
  for (; at_ < text.size() && end_ == 0; ++at_) {
    const char c = text[at_];
    if (inside_) {
      const char* const close = closing_quote(text.data() + at_, text.data() + text.size());
      at_ = close == nullptr ? text.size() : static_cast<std::size_t>(close - text.data());
      if (at_ + 1 >= text.size()) return false;  // the next byte may be the second of two quotes
      inside_ = false;
      continue;
    }
    const std::size_t which = delimiters.find(c);
    if (c == '\n') end_ = at_ + 1;
    if (c == '"' && first_) inside_ = true;
    if (which != std::string_view::npos) ++counts_[which];
    first_ = which != std::string_view::npos;
  }
  return end_ != 0;
}

char Guess::delimiter() const {
  return delimiters[static_cast<std::size_t>(std::ranges::max_element(counts_) - counts_.begin())];
}

char guess_delimiter(std::string_view text) {
  Guess guess;
  guess.look(text);
  return guess.delimiter();
}

std::size_t whole_records(std::string_view text, char delimiter, Scan& scan) {
  const char* const begin = text.data();
  const char* const end = begin + text.size();
  const char* p = begin + scan.at;
  const char* open = p;  // from here on we are outside quotes
  std::size_t whole = 0;
  const auto note_line_ends_before = [&](const char* stop) {
    const std::size_t last = std::string_view(open, static_cast<std::size_t>(stop - open)).rfind('\n');
    if (last != std::string_view::npos) whole = static_cast<std::size_t>(open - begin) + last + 1;
  };
  for (;;) {
    if (scan.inside) {
      const char* const close = closing_quote(p, end);
      if (close == nullptr || close + 1 == end) {  // the next byte may be the second of two quotes
        scan.at = close == nullptr ? text.size() : text.size() - 1;
        return whole;
      }
      scan.inside = false;
      p = open = close + 1;
    }
    const auto* quote = p == end ? nullptr : static_cast<const char*>(std::memchr(p, '"', static_cast<std::size_t>(end - p)));
    if (quote == nullptr) {
      note_line_ends_before(end);
      scan.at = text.size();
      return whole;
    }
    p = quote + 1;
    if (quote != begin && quote[-1] != delimiter && quote[-1] != '\n') continue;
    note_line_ends_before(quote);
    scan.inside = true;
    scan.opened = static_cast<std::size_t>(quote - begin);
  }
}

std::size_t Record::split(std::string_view text, char delimiter) {
  fields_.clear();
  unquoted_.clear();
  trouble_.reset();
  const char* const begin = text.data();
  const char* const end = begin + text.size();
  const auto offset = [&](const char* p) { return static_cast<std::size_t>(p - begin); };
  const char* p = begin;
  for (;;) {
    Field field{offset(p), {}};
    const bool quoted = p != end && *p == '"';
    const char* content = p;
    const char* close = p;
    if (quoted) {
      content = p + 1;
      close = closing_quote(content, end);
      if (close == nullptr) {
        const auto* line_end = static_cast<const char*>(std::memchr(p, '\n', static_cast<std::size_t>(end - p)));
        const std::string_view line(p, static_cast<std::size_t>((line_end == nullptr ? end : line_end) - p));
        complain(field.at, fmt::format("the quote of {} is never closed; expected another one behind the field", shown(line)));
        fields_.push_back(field);
        p = line_end == nullptr ? end : line_end + 1;
        break;
      }
      p = close + 1;
    }
    const char* const after = p;
    while (p != end && *p != delimiter && *p != '\n') ++p;
    const char* stop = p;  // without the carriage return of a line end
    if (stop != after && stop[-1] == '\r' && (p == end || *p == '\n')) --stop;
    if (!quoted) {
      field.text = {content, static_cast<std::size_t>(stop - content)};
      const std::size_t quote = field.text.find('"');
      if (quote != std::string_view::npos)
        complain(field.at + quote, "a quote inside a field without quotes; put the field in quotes and double those inside");
    } else {
      if (stop != after) complain(offset(after), "text behind a closing quote; double quotes that are inside a field");
      field.text = {content, static_cast<std::size_t>(close - content)};
      if (field.text.find('"') != std::string_view::npos) {
        field.unquoted = unquoted_.size();
        for (const char* q = content; q != close; ++q) {
          unquoted_ += *q;
          if (*q == '"') ++q;
        }
        field.text = field.text.substr(0, unquoted_.size() - field.unquoted);  // the length; the place is not yet final
      }
    }
    fields_.push_back(field);
    if (p == end) break;
    if (*p++ == '\n') break;
  }
  for (Field& field : fields_) {
    if (field.unquoted != none) field.text = std::string_view(unquoted_).substr(field.unquoted, field.text.size());
  }
  return offset(p);
}

}  // namespace tacit::csv
