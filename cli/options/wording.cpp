#include "cli/options/wording.hpp"

#include "tacit/run/settings.hpp"

namespace tacit::cli {

std::string in_flags(const Mention& mention) {
  const Setting* const setting = find_setting(mention.setting);
  const bool flag = setting != nullptr && (setting->kind == SettingKind::flag || setting->kind == SettingKind::yes_no);
  if (flag) return (mention.value == "no" ? "--no-" : "--") + mention.setting;
  return "--" + mention.setting + (mention.value.empty() ? "" : " " + mention.value);
}

}  // namespace tacit::cli
