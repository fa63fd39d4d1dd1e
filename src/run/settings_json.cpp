#include "run/settings_json.hpp"

#include <array>

#include "data/text/odd_bytes.hpp"
#include "tacit/core/names.hpp"
#include "tacit/data/feature_names.hpp"
#include "tacit/run/model.hpp"

namespace tacit {

namespace {

Json to_json(std::monostate) { return {}; }
Json to_json(const std::pair<double, double>& pair) { return Json::array({pair.first, pair.second}); }
template <class T>
Json to_json(const T& value) {
  return value;
}

std::string name_from(const Fields& fields, const Setting& setting, const ReadJson& value) {
  if (!value.is_string() || value.get<std::string>().empty()) fields.fail("'{}' is not a name", setting.key);
  return value.get<std::string>();
}

// One of the setting's words, unless kinds of learner bring more of them.
std::string word_from(const Fields& fields, const Setting& setting, const ReadJson& value) {
  const std::string word = name_from(fields, setting, value);
  const auto words = setting.words();
  if (!setting.more_words && !contains(words, word)) fields.fail("{}", unknown_name(setting.name, words, word));
  return word;
}

bool flag_from(const Fields& fields, const Setting& setting, const ReadJson& value) {
  if (!value.is_boolean()) fields.fail("'{}' is not true or false", setting.key);
  return value.get<bool>();
}

// Two numbers, or two words where the setting takes them.
SettingValue pair_from(const Fields& fields, const Setting& setting, const ReadJson& value) {
  const bool words = value.is_array() && value.size() == 2 && value[0].is_string() && value[1].is_string();
  if (!words || !setting.takes_words) return fields.pair(value, setting.key);
  if (value[0] == value[1]) fields.fail("'{}' holds the same word twice", setting.key);
  auto texts = fields.texts(setting.key);
  for (const std::string& word : texts) {
    if (find_odd_byte(word, false) < word.size()) fields.fail("'{}' holds a word with a control character", setting.key);
  }
  return texts;
}

SettingValue value_from(const Fields& fields, const Setting& setting, const ReadJson& value) {
  switch (setting.kind) {
    case SettingKind::text:
      return name_from(fields, setting, value);
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
    if (!setting.domain.empty() && fields.find(setting.key) != nullptr) configuration.domain = setting.domain;
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

void settings_to_json(const Model& model, SettingScope scope, Json& object) {
  for (const Setting& setting : all_settings()) {
    if (setting.key.empty() || setting.scope != scope) continue;
    Json value = std::visit([](const auto& held) { return to_json(held); }, setting.get(model));
    if (scope == SettingScope::learner || !value.is_null()) object[std::string(setting.key)] = std::move(value);
  }
}

void settings_from_json(const Fields& fields, Model& model) {
  const Configuration& configuration = model.configuration;
  imply_domain(fields, model.configuration);
  for (const Setting& setting : all_settings()) {
    if (setting.key.empty()) continue;
    if (const ReadJson* value = fields.find(setting.key)) setting.put(model, value_from(fields, setting, *value));
  }
  const ReadJson* learner = fields.find("learner");
  if (learner != nullptr && *learner != learner_name(configuration))
    fields.fail("'learner' is {}, but update and step_size say {}", learner->dump(), learner_name(configuration));
  if (configuration.hash > FeatureNames::most_bits)
    fields.fail("'hash' is {}; expected 0 to {} bits", configuration.hash, FeatureNames::most_bits);
}

}  // namespace tacit
