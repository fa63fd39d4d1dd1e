// Notes, progress and errors go to standard error.
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <utility>

namespace tacit::cli {

// Goes on where nobody can listen: a log disk that is full ends no run, and changes no exit status.
template <class... Values>
void tell(fmt::format_string<Values...> format, Values&&... values) {
  const std::string text = fmt::format(format, std::forward<Values>(values)...);
  static_cast<void>(std::fwrite(text.data(), 1, text.size(), stderr));
}

}  // namespace tacit::cli
