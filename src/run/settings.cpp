#include "tacit/run/settings.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "data/text/utf8.hpp"
#include "tacit/core/legible.hpp"
#include "tacit/core/names.hpp"

namespace tacit {

namespace {

using Kind = SettingError::Kind;

// The name as sentences write it: step size.
std::string in_words(std::string_view name) {
  std::string words(name);
  std::ranges::replace(words, '-', ' ');
  return words;
}

[[noreturn]] void refuse(const Setting& setting, std::string_view typed, const Message& message) {
  throw SettingError(Kind::bad_value, mention(setting.name, typed), message);
}

template <class Number>
std::optional<Number> complete_number(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  Number value{};
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool good = error == std::errc{} && stop == text.data() + text.size() && std::isfinite(static_cast<double>(value));
  return good ? std::optional(value) : std::nullopt;
}

// nan and inf count as numbers, so that they are refused as numbers.
bool is_word(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  double value = 0;
  return std::from_chars(text.data(), text.data() + text.size(), value).ptr != text.data() + text.size();
}

// Reads two numbers; or two words that are not empty, one of which at least is no number.
SettingValue pair_of(const Setting& setting, std::string_view typed) {
  const std::vector<std::string> parts = split(typed);
  const bool two = parts.size() == 2;
  const auto first = two ? complete_number<double>(parts[0]) : std::nullopt;
  const auto second = two ? complete_number<double>(parts[1]) : std::nullopt;
  if (first && second) return std::pair(*first, *second);
  const bool words = two && !parts[0].empty() && !parts[1].empty() && (is_word(parts[0]) || is_word(parts[1]));
  if (words && setting.takes_words) return parts;
  refuse(setting, typed,
         say(mention(setting.name), fmt::format(" '{}': expected two {}", brief(typed),
                                                setting.takes_words ? "labels with a comma between, such as 1,2 or no,yes"
                                                                    : "numbers with a comma between, such as -1,1")));
}

bool yes_or_no(const Setting& setting, std::string_view typed) {
  constexpr std::string_view answers[] = {"yes", "no"};
  if (!contains(answers, typed)) refuse(setting, typed, unknown_name(setting.name, answers, typed));
  return typed == "yes";
}

SettingValue parse(const Setting& setting, std::string_view typed) {
  if (!setting.key.empty() && !is_utf8(typed))  // all that a model can keep
    refuse(setting, typed,
           say(mention(setting.name),
               fmt::format(" {}: expected text in UTF-8; convert it, and the data if need be", shown(typed))));
  const bool number = setting.kind == SettingKind::real || setting.kind == SettingKind::count;
  if (typed.empty() && !number)
    refuse(setting, typed, say(mention(setting.name), " is given nothing; leave it out, or give a value"));
  switch (setting.kind) {
    case SettingKind::text:
    case SettingKind::word:
      return std::string(typed);
    case SettingKind::real:
      return typed_real(setting.name, typed);
    case SettingKind::count:
      return typed_count(setting.name, typed);
    case SettingKind::flag:
    case SettingKind::yes_no:
      return yes_or_no(setting, typed);
    case SettingKind::pair:
      return pair_of(setting, typed);
    case SettingKind::list:
      return split(typed);
  }
  return {};
}

template <class T>
std::optional<T> held(const std::map<std::string_view, SettingValue>& values, std::string_view name) {
  const auto found = values.find(name);
  return found == values.end() ? std::nullopt : std::optional(std::get<T>(found->second));
}

// Says that no setting of those that are meant has the name.
template <class Meant>
[[noreturn]] void refuse_name(std::string_view name, Meant meant) {
  std::vector<std::string_view> names;
  for (const Setting& known : all_settings()) {
    if (meant(known)) names.push_back(known.name);
  }
  throw SettingError(Kind::unknown, mention(name), unknown_name("setting", names, name));
}

}  // namespace

const Setting* find_setting(std::string_view name) {
  const auto found = std::ranges::find(all_settings(), name, &Setting::name);
  return found == all_settings().end() ? nullptr : &*found;
}

const Setting& setting(std::string_view name) {
  if (const Setting* found = find_setting(name)) return *found;
  refuse_name(name, [](const Setting&) { return true; });
}

SettingValue value_of(const Setting& setting, const Model& model) {
  if (setting.said != nullptr) return setting.said(model);
  return setting.get != nullptr ? setting.get(model) : SettingValue();
}

std::optional<Mention> difference(const Setting& setting, const SettingValue& said, const Model& model) {
  const SettingValue kept = value_of(setting, model);
  return kept == said ? std::nullopt : std::optional(mention(setting.name, as_text(kept)));
}

std::string as_text(const SettingValue& value) {
  struct Writer {
    std::string operator()(std::monostate) const { return ""; }
    std::string operator()(bool yes) const { return yes ? "yes" : "no"; }
    std::string operator()(std::uint64_t count) const { return fmt::format("{}", count); }
    std::string operator()(double real) const { return fmt::format("{}", real); }
    std::string operator()(const std::string& text) const { return text; }
    std::string operator()(const std::pair<double, double>& both) const { return fmt::format("{},{}", both.first, both.second); }
    std::string operator()(const std::vector<std::string>& list) const { return fmt::format("{}", fmt::join(list, ",")); }
  };
  return std::visit(Writer{}, value);
}

double typed_real(std::string_view name, std::string_view text) {
  if (const auto value = complete_number<double>(text)) return *value;
  throw SettingError(Kind::bad_value, mention(name, text),
                     say(mention(name), fmt::format(" '{}': expected a number, such as 0.5", brief(text))));
}

std::uint64_t typed_count(std::string_view name, std::string_view text) {
  if (const auto value = complete_number<std::uint64_t>(text)) return *value;
  throw SettingError(Kind::bad_value, mention(name, text),
                     say(mention(name), fmt::format(" '{}': expected a whole number, such as 1000", brief(text))));
}

Settings::Settings(std::initializer_list<std::pair<std::string_view, std::string_view>> typed) {
  for (const auto& [name, text] : typed) set(name, text);
}

Settings& Settings::set(std::string_view name, std::string_view typed) {
  const Setting& known = setting(name);
  return set(known, parse(known, typed));
}

Settings& Settings::set(SettingScope scope, std::string_view name, std::string_view typed) {
  const Setting* const known = find_setting(name);
  if (known == nullptr || known->scope != scope)
    refuse_name(name, [&](const Setting& setting) { return setting.scope == scope; });
  return set(*known, parse(*known, typed));
}

Settings& Settings::set(const Setting& setting, SettingValue value) {
  if (setting.kind == SettingKind::real && std::holds_alternative<std::uint64_t>(value))
    value = static_cast<double>(std::get<std::uint64_t>(value));
  if (setting.kind == SettingKind::word) {
    const auto& word = std::get<std::string>(value);
    if (const auto words = setting.words(); !contains(words, word))
      throw SettingError(Kind::unknown, mention(setting.name, word), unknown_name(in_words(setting.name), words, word));
  }
  values_[setting.name] = std::move(value);
  return *this;
}

void Settings::forget(std::string_view name) { values_.erase(name); }

bool Settings::has(std::string_view name) const { return values_.contains(name); }
std::optional<std::string> Settings::text(std::string_view name) const { return held<std::string>(values_, name); }
std::optional<double> Settings::real(std::string_view name) const { return held<double>(values_, name); }
std::optional<std::uint64_t> Settings::count(std::string_view name) const { return held<std::uint64_t>(values_, name); }
std::optional<bool> Settings::yes(std::string_view name) const { return held<bool>(values_, name); }
std::optional<std::vector<std::string>> Settings::list(std::string_view name) const {
  return held<std::vector<std::string>>(values_, name);
}
std::optional<std::pair<double, double>> Settings::pair(std::string_view name) const {
  const auto found = values_.find(name);
  if (found == values_.end() || !std::holds_alternative<std::pair<double, double>>(found->second)) return std::nullopt;
  return std::get<std::pair<double, double>>(found->second);
}

std::vector<std::pair<const Setting*, SettingValue>> Settings::said() const {
  std::vector<std::pair<const Setting*, SettingValue>> said;
  for (const Setting& known : all_settings()) {
    if (const auto found = values_.find(known.name); found != values_.end()) said.emplace_back(&known, found->second);
  }
  return said;
}

}  // namespace tacit
