#include "cli/options/wording.hpp"

#include <string_view>

#include "tacit/run/settings.hpp"

namespace tacit::cli {

namespace {

// A value as a shell takes it: in quotes where it is more than one plain word.
std::string quoted(const std::string& value) {
  constexpr std::string_view special = " \t\"\\$&;()*?";
  return value.find_first_of(special) == std::string::npos ? value : "'" + value + "'";
}

}  // namespace

std::string in_flags(const Mention& mention) {
  const Setting* const setting = find_setting(mention.setting);
  const bool flag = setting != nullptr && (setting->kind == SettingKind::flag || setting->kind == SettingKind::yes_no);
  if (flag) return (mention.value == "no" ? "--no-" : "--") + mention.setting;
  return "--" + mention.setting + (mention.value.empty() ? "" : " " + quoted(mention.value));
}

}  // namespace tacit::cli
