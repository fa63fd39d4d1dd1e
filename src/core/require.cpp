#include "tacit/core/require.hpp"

#include <array>
#include <charconv>
#include <string>

#include "tacit/core/setting_error.hpp"

namespace tacit {

namespace {

// With as many digits as tell it from all others.
std::string written(double value) {
  std::array<char, 32> text{};
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), value).ptr};
}

}  // namespace

void refuse_setting(std::string_view setting, std::string_view value, std::string_view expected) {
  const Mention about = mention(setting, value);
  throw SettingError(SettingError::Kind::bad_value, about, say(about, ": expected ", expected));
}

void refuse_setting(std::string_view setting, double value, std::string_view expected) {
  refuse_setting(setting, written(value), expected);
}

void refuse_setting(std::string_view setting, double first, double second, std::string_view expected) {
  refuse_setting(setting, written(first) + "," + written(second), expected);
}

}  // namespace tacit
