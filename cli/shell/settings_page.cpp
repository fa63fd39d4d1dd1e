#include "cli/shell/settings_page.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tacit/run/settings.hpp"

namespace tacit::cli {

namespace {

constexpr std::string_view opening = R"(# Settings

This page lists every setting of a run, as each face calls it. `tacit help --settings` prints this page from the table that flags, keywords and
model files are made from; a test holds the two equal. In C a setting is `"name", "value"`, with `yes` and `no` for flags.
)";

std::string with_underscores(std::string_view name) {
  std::string text(name);
  std::ranges::replace(text, '-', '_');
  return text;
}

std::string escaped(std::string text) {
  for (std::size_t at = text.find('|'); at != std::string::npos; at = text.find('|', at + 2)) text.insert(at, "\\");
  return text;
}

std::string flags(const Setting& setting) {
  if (setting.kind == SettingKind::yes_no) return fmt::format("`--{0}`, `--no-{0}`", setting.name);
  if (setting.kind == SettingKind::flag) return fmt::format("`--{}`", setting.name);
  return fmt::format("`--{} {}`", setting.name, setting.placeholder);
}

std::string as_code(std::string_view text) { return text.empty() ? "" : fmt::format("`{}`", text); }

std::string row(const Setting& setting) {
  const std::string cells[] = {flags(setting),
                               as_code(setting.keyword.empty() ? with_underscores(setting.name) : std::string(setting.keyword)),
                               as_code(setting.name), as_code(setting.key), setting.description()};
  std::string text = "|";
  for (const std::string& cell : cells) text += fmt::format(" {} |", escaped(cell));
  return text + "\n";
}

}  // namespace

std::string settings_page() {
  std::string page(opening);
  for (const SettingGroup group : setting_groups) {
    page += fmt::format("\n## {}\n\n| command line | Python | C | model | |\n| --- | --- | --- | --- | --- |\n", title_of(group));
    for (const Setting& setting : all_settings()) {
      if (setting.group == group) page += row(setting);
    }
  }
  return page;
}

}  // namespace tacit::cli
