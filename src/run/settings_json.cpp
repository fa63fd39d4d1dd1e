#include "run/settings_json.hpp"

#include <array>

#include "data/text/odd_bytes.hpp"
#include "tacit/core/legible.hpp"
#include "tacit/core/names.hpp"
#include "tacit/data/feature_names.hpp"
#include "tacit/run/model.hpp"

namespace tacit {

namespace {

void write(std::monostate /*none*/, JsonWriter& json) { json.null(); }
void write(bool flag, JsonWriter& json) { json.flag(flag); }
void write(std::uint64_t count, JsonWriter& json) { json.count(count); }
void write(double number, JsonWriter& json) { json.number(number); }
void write(const std::string& text, JsonWriter& json) { json.text(text); }
void write(const std::pair<double, double>& pair, JsonWriter& json) {
  json.begin_list();
  json.number(pair.first);
  json.number(pair.second);
  json.end_list();
}
void write(const std::vector<std::string>& texts, JsonWriter& json) {
  json.begin_list();
  for (const std::string& text : texts) json.text(text);
  json.end_list();
}

std::string name_from(const Fields& fields, const Setting& setting, JsonValue value) {
  if (!value.is_text() || value.text().empty()) fields.fail("'{}' is not a name", setting.key);
  return std::string(value.text());
}

// One of the setting's words. Where kinds of learner bring words of their own, any text passes: the learner refuses it.
std::string word_from(const Fields& fields, const Setting& setting, JsonValue value) {
  constexpr std::size_t longest = 1000;
  const std::string word = name_from(fields, setting, value);
  if (setting.words == nullptr) return word;
  const auto words = setting.words();
  const bool others = setting.kind == SettingKind::text || setting.more_words;
  if ((!others || word.size() > longest) && !contains(words, word)) fields.refuse(setting.name, words, word);
  return word;
}

bool flag_from(const Fields& fields, const Setting& setting, JsonValue value) {
  if (!value.is_flag()) fields.fail("'{}' is not true or false", setting.key);
  return value.flag();
}

// Two numbers, or two words where the setting takes them.
SettingValue pair_from(const Fields& fields, const Setting& setting, JsonValue value) {
  const bool words = value.is_list() && value.size() == 2 && value.element(0).is_text() && value.element(1).is_text();
  if (!words || !setting.takes_words) return fields.pair(value, setting.key);
  if (value.element(0).text() == value.element(1).text()) fields.fail("'{}' holds the same word twice", setting.key);
  auto texts = fields.texts(setting.key);
  for (const std::string& word : texts) {
    if (find_odd_byte(word, false) < word.size()) fields.fail("'{}' holds a word with a control character", setting.key);
  }
  return texts;
}

SettingValue value_from(const Fields& fields, const Setting& setting, JsonValue value) {
  switch (setting.kind) {
    case SettingKind::text:
    case SettingKind::word:
      return word_from(fields, setting, value);
    case SettingKind::real:
      return fields.number(value, setting.key);
    case SettingKind::count:
      return fields.count(setting.key);
    case SettingKind::flag:
    case SettingKind::yes_no:
      return flag_from(fields, setting, value);
    case SettingKind::pair:
      return pair_from(fields, setting, value);
    case SettingKind::list:
      return fields.texts(setting.key);
  }
  return {};
}

// A radius without a domain means the ball, as on the command line; the others mean their domains likewise.
void imply_domain(const Fields& fields, Configuration& configuration) {
  for (const Setting& setting : all_settings()) {
    if (!setting.domain.empty() && fields.has(setting.key)) configuration.domain = setting.domain;
  }
}

}  // namespace

std::vector<std::string_view> settings_keys() {
  std::vector<std::string_view> keys;
  for (const Setting& setting : all_settings()) {
    if (!setting.key.empty()) keys.push_back(setting.key);
  }
  return keys;
}

void write_settings(const Model& model, SettingScope scope, JsonWriter& json) {
  for (const Setting& setting : all_settings()) {
    if (setting.key.empty() || setting.scope != scope) continue;
    const SettingValue value = setting.get(model);
    if ((scope != SettingScope::learner || setting.seldom) && std::holds_alternative<std::monostate>(value)) continue;
    json.key(setting.key);
    std::visit([&](const auto& held) { write(held, json); }, value);
  }
}

void settings_from_json(const Fields& fields, Model& model) {
  const Configuration& configuration = model.configuration;
  imply_domain(fields, model.configuration);
  for (const Setting& setting : all_settings()) {
    if (setting.key.empty()) continue;
    if (const auto value = fields.find(setting.key)) setting.put(model, value_from(fields, setting, *value));
  }
  const auto learner = fields.find("learner");
  if (learner && (!learner->is_text() || learner->text() != learner_name(configuration)))
    fields.fail("'learner' is {}, but update and step_size say {}", learner->is_text() ? shown(learner->text()) : "no name",
                learner_name(configuration));
  if (configuration.hash > FeatureNames::most_bits)
    fields.fail("'hash' is {}; expected 0 to {} bits", configuration.hash, FeatureNames::most_bits);
}

}  // namespace tacit
