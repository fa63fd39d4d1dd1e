#include "wording.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <pybind11/pybind11.h>

#include <algorithm>
#include <charconv>
#include <vector>

namespace tacit::python {

namespace {

bool is_number(std::string_view text) {
  double value = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} && stop == text.data() + text.size();
}

std::string quoted(std::string_view text) { return fmt::format("'{}'", text); }
std::string literal(std::string_view text) { return is_number(text) ? std::string(text) : quoted(text); }

std::vector<std::string_view> split(std::string_view texts) {
  std::vector<std::string_view> parts;
  for (std::size_t at = 0; at <= texts.size();) {
    const std::size_t comma = std::min(texts.find(',', at), texts.size());
    parts.push_back(texts.substr(at, comma - at));
    at = comma + 1;
  }
  return parts;
}

// The two of a pair. What stands in the same place of the placeholder, such as NEG, stands for a value.
std::string pair_of(const Setting& setting, std::string_view value) {
  const auto stand_ins = split(setting.placeholder);
  std::vector<std::string> written;
  for (const std::string_view part : split(value)) {
    const bool stands_for_a_value = written.size() < stand_ins.size() && part == stand_ins[written.size()];
    written.push_back(stands_for_a_value ? std::string(part) : literal(part));
  }
  return fmt::format("({})", fmt::join(written, ", "));
}

std::string list_of(std::string_view value) {
  std::vector<std::string> written;
  for (const std::string_view part : split(value)) written.push_back(quoted(part));
  return fmt::format("[{}]", fmt::join(written, ", "));
}

// Of a keyword that is none of the table's: a number, a word, or a letter that stands for a number.
std::string value_of_other(std::string_view value) {
  const bool stands_for_a_number = value.size() == 1 && value[0] >= 'A' && value[0] <= 'Z';
  return stands_for_a_number ? std::string(value) : literal(value);
}

std::string value_of(const Setting& setting, std::string_view value) {
  if (is_switch(setting) && setting.kind == SettingKind::word) return value == setting.words()[1] ? "True" : "False";
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
      return pair_of(setting, value);
    case SettingKind::list:
      return list_of(value);
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

bool is_switch(const Setting& setting) {
  if (setting.kind == SettingKind::flag) return true;
  return setting.kind == SettingKind::word && !setting.keyword.empty() && setting.words().size() == 2;
}

std::string annotation(const Setting& setting) {
  if (is_switch(setting)) return "bool";
  switch (setting.kind) {
    case SettingKind::text:
      if (setting.takes_weights) return "Union[str, dict[Any, float]]";
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
      if (setting.takes_number && setting.words == nullptr) return "Union[str, int, list[Union[str, int]]]";
      return setting.takes_number ? "Union[str, int, list[int]]" : "list[str]";
    case SettingKind::word:
      break;
  }
  return "str";
}

std::string in_python(const Mention& mention) {
  const std::string name = keyword(mention.setting);
  if (mention.value.empty()) return name;
  const Setting* const known = find_setting(mention.setting);
  return fmt::format("{}={}", name, known != nullptr ? value_of(*known, mention.value) : value_of_other(mention.value));
}

void warn(const Message& note) {
  constexpr int caller_of_the_package = 2;  // 1 is the package itself
  if (PyErr_WarnEx(PyExc_UserWarning, note.in(in_python).c_str(), caller_of_the_package) != 0)
    throw pybind11::error_already_set();
}

}  // namespace tacit::python
