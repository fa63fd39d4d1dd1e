// A Line is a line of JSON that is being read. It is refused with the byte that is wrong, what that is, and what was expected.
#pragma once

#include <simdjson.h>

#include <string>

#include <string_view>

#include "tacit/core/message.hpp"

namespace tacit::json {

inline constexpr std::string_view any_value = "a number, a string, true, false, null, an object or an array";
inline constexpr std::string_view rest_of_object = "\"key\": value with commas between, then }";
inline constexpr std::string_view rest_of_array = "values with commas between, then ]";

// Thrown and caught within a line.
struct Refusal {
  const char* at;
  Message what;
};

struct Line {
  std::string_view text;

  const char* end() const { return text.data() + text.size(); }

  void check(simdjson::error_code error, const char* at, std::string_view expected = any_value) const {
    if (error != simdjson::SUCCESS) refuse(error, at, expected);
  }
  [[noreturn]] void refuse(simdjson::error_code error, const char* at, std::string_view expected) const;
  // Refuses what stands behind the object.
  [[noreturn]] void refuse_rest(const char* at) const;

  // What stands here, for messages.
  std::string found(const char* at) const;
  // The same up to the end of a value without blanks.
  std::string found_value(const char* at) const;
};

}  // namespace tacit::json
