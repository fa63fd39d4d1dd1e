#include "wording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace tacit::python {

namespace {

constexpr std::string_view on_error = "on-error";

bool is_number(std::string_view text) {
  double value = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} && stop == text.data() + text.size();
}

// A number, or what stands for a value, such as NEG: neither has quotes.
bool is_bare(std::string_view text) {
  const bool stands_for_a_value = std::ranges::all_of(text, [](char letter) { return letter >= 'A' && letter <= 'Z'; });
  return is_number(text) || stands_for_a_value;
}

std::string literal(std::string_view text) { return is_bare(text) ? std::string(text) : fmt::format("'{}'", text); }

// Texts with commas between, as the items of a tuple or a list.
std::string items(std::string_view texts, std::string (*item)(std::string_view)) {
  std::string written;
  for (std::size_t at = 0; at <= texts.size();) {
    const std::size_t comma = std::min(texts.find(',', at), texts.size());
    if (at > 0) written += ", ";
    written += item(texts.substr(at, comma - at));
    at = comma + 1;
  }
  return written;
}

std::string quoted(std::string_view text) { return fmt::format("'{}'", text); }

std::string value_of(const Setting& setting, std::string_view value) {
  if (setting.name == on_error) return value == "skip" ? "True" : "False";
  switch (setting.kind) {
    case SettingKind::text:
    case SettingKind::word:
      return value == setting.placeholder ? std::string(value) : quoted(value);
    case SettingKind::real:
    case SettingKind::count:
      return std::string(value);
    case SettingKind::flag:
    case SettingKind::yes_no:
      return value == "no" ? "False" : "True";
    case SettingKind::pair:
      return fmt::format("({})", items(value, literal));
    case SettingKind::list:
      return fmt::format("[{}]", items(value, quoted));
  }
  return std::string(value);
}

}  // namespace

std::string keyword(std::string_view setting) {
  if (const Setting* known = find_setting(setting); known != nullptr && !known->keyword.empty())
    return std::string(known->keyword);
  std::string name(setting);
  std::ranges::replace(name, '-', '_');
  return name;
}

bool is_switch(const Setting& setting) { return setting.kind == SettingKind::flag || setting.name == on_error; }

std::string annotation(const Setting& setting) {
  if (is_switch(setting)) return "bool";
  switch (setting.kind) {
    case SettingKind::text:
      return setting.takes_number ? "Union[str, int]" : "str";
    case SettingKind::real:
      return "float";
    case SettingKind::count:
      return "int";
    case SettingKind::flag:
    case SettingKind::yes_no:
      return "bool";
    case SettingKind::pair:
      return setting.takes_words ? "Union[tuple[float, float], tuple[str, str]]" : "tuple[float, float]";
    case SettingKind::list:
      return "list[str]";
    case SettingKind::word:
      break;
  }
  return "str";
}

std::string in_python(const Mention& mention) {
  const std::string name = keyword(mention.setting);
  if (mention.value.empty()) return name;
  const Setting* const known = find_setting(mention.setting);
  return fmt::format("{}={}", name, known != nullptr ? value_of(*known, mention.value) : literal(mention.value));
}

}  // namespace tacit::python
