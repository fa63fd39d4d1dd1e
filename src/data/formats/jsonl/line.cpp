#include "data/formats/jsonl/line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <new>

#include "data/formats/jsonl/trouble.hpp"
#include "data/text/odd_bytes.hpp"
#include "tacit/core/legible.hpp"

namespace tacit::json {

std::string Line::found(const char* at) const {
  const std::string_view rest = text.substr(static_cast<std::size_t>(at - text.data()));
  return rest.empty() ? "the end of the line" : shown(rest);
}

std::string Line::found_value(const char* at) const {
  const std::string_view rest = text.substr(static_cast<std::size_t>(at - text.data()));
  return rest.empty() ? "the end of the line" : shown(rest.substr(0, std::max<std::size_t>(1, rest.find_first_of(" \t,]}"))));
}

void Line::refuse_rest(const char* at) const {
  throw Refusal{at, fmt::format("found {} behind the object; expected one object per line", found(at))};
}

void Line::refuse(simdjson::error_code error, const char* at, std::string_view expected) const {
  const auto refusal = [&](std::size_t place, std::string what) { return Refusal{text.data() + place, std::move(what)}; };
  const auto byte = [&](std::size_t place) { return shown(text.substr(place, 1)); };
  switch (error) {
    case simdjson::UTF8_ERROR: {
      const std::size_t place = find_no_utf8(text);
      throw refusal(place, odd_byte(text, place));
    }
    case simdjson::UNCLOSED_STRING:
      throw refusal(find_unclosed_string(text), "this string is never closed; expected a quote at its end");
    case simdjson::UNESCAPED_CHARS: {
      const std::size_t place = find_control_character(text);
      const unsigned code = place < text.size() ? static_cast<unsigned char>(text[place]) : 0U;
      throw refusal(place, fmt::format("found {} inside a string; expected control characters as \\u{:04x}", byte(place), code));
    }
    case simdjson::STRING_ERROR: {
      const std::size_t place = find_bad_escape(text, static_cast<std::size_t>(at - text.data()));
      if (place == text.size()) throw Refusal{at, "this string has half a pair of \\u escapes; expected both"};
      throw refusal(place, fmt::format("found {}; expected one of the escapes of JSON", shown(text.substr(place, 2))));
    }
    case simdjson::INCOMPLETE_ARRAY_OR_OBJECT:
      if (at == text.data() + text.find('{')) {  // the outermost object, which may have ended before
        const std::size_t rest = std::min(text.find_first_not_of(" \t", find_object_end(text)), text.size());
        if (rest < text.size()) refuse_rest(text.data() + rest);
        at = end();
      }
      break;
    case simdjson::MEMALLOC:
      throw std::bad_alloc();
    default:
      break;
  }
  throw Refusal{at, fmt::format("found {}; expected {}", found(at), expected)};
}

}  // namespace tacit::json
