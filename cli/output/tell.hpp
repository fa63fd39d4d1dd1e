// What people read: notes, progress and errors on standard error, summaries and tables on standard output.
//
// Texts that are put into a format are made legible here, so that no name, word or path from outside reaches a terminal raw or
// begins a line of its own. Everything that is printed goes by these functions; tests/house sees to it.
#pragma once

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "tacit/core/legible.hpp"
#include "tacit/data/data_error.hpp"

namespace tacit::cli {

// A text of our own in several lines. Names in it are legible already.
struct Lines {
  std::string_view text;
};

namespace printing {

template <class Value>
auto legible_value(const Value& value) {
  if constexpr (std::is_convertible_v<const Value&, std::string_view>) {
    return legible(value);
  } else if constexpr (std::is_same_v<Value, Lines>) {
    return legible_lines(value.text);
  } else {
    static_assert(std::is_arithmetic_v<Value>, "a number, a text or Lines");
    return value;
  }
}

template <class Value>
using Legible = decltype(legible_value(std::declval<const Value&>()));

template <class... Values>
using Format = fmt::format_string<const Legible<std::decay_t<Values>>&...>;

// Goes on where nobody can listen to standard error: a log disk that is full ends no run, and changes no exit status.
inline void write(std::string_view text, std::FILE* to) {
  const bool whole = std::fwrite(text.data(), 1, text.size(), to) == text.size();
  if (!whole && to == stdout) throw DataError(fmt::format("standard output cannot be written: {}", std::strerror(errno)));
}

template <class... Values>
void write_legibly(std::FILE* to, fmt::string_view format, const Values&... values) {
  const auto put = [&](const auto&... legibly) { write(fmt::vformat(format, fmt::make_format_args(legibly...)), to); };
  put(legible_value(values)...);
}

}  // namespace printing

template <class... Values>
void show_legibly(std::FILE* to, printing::Format<Values...> format, const Values&... values) {
  printing::write_legibly(to, format, values...);
}

template <class... Values>
void show_legibly(printing::Format<Values...> format, const Values&... values) {
  printing::write_legibly(stdout, format, values...);
}

template <class... Values>
void tell(printing::Format<Values...> format, const Values&... values) {
  printing::write_legibly(stderr, format, values...);
}

// For machines: bytes as they are, such as CSV, whose fields are exact.
inline void show_exactly(std::string_view text, std::FILE* to = stdout) { printing::write(text, to); }

// For machines: JSON in which every name is exact, by its own escapes.
inline void show_json(std::string_view json, std::FILE* to = stdout) { show_exactly(legible_json(json) + '\n', to); }

}  // namespace tacit::cli
