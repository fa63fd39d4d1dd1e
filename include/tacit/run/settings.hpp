// Every setting of a run, once. Flags, help, manual pages and completion, the names of C, the keywords and type stub of Python,
// the keys of a model's JSON, what `--start` compares, the identity of a sweep and docs/settings.md all come from this table.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "tacit/core/setting_error.hpp"

namespace tacit {

struct Model;

// The value of a setting; monostate means that it does not apply.
using SettingValue =
    std::variant<std::monostate, bool, std::uint64_t, double, std::string, std::pair<double, double>, std::vector<std::string>>;

enum class SettingKind {
  text,    // any text that is not empty
  word,    // one of its words
  real,    // a finite number
  count,   // a whole number, 0 or more
  flag,    // said or not said
  yes_no,  // said either way
  pair,    // two numbers, or two words where the setting takes words
  list     // texts with commas between
};

// The part of a run that a setting decides; help is grouped by it.
enum class SettingGroup { input, label, features, learner };
// In the order of help and of docs/settings.md.
inline constexpr SettingGroup setting_groups[] = {SettingGroup::input, SettingGroup::label, SettingGroup::features,
                                                  SettingGroup::learner};
std::string title_of(SettingGroup group);

// A learner setting is given when a learner is made, a reading setting when it reads a file.
enum class SettingScope { learner, reading };

struct Setting {
  std::string_view name;  // --name, in Python and JSON with underscores
  SettingGroup group;
  SettingScope scope;
  SettingKind kind;
  std::string_view placeholder{};                      // what help shows for the value; empty for flags
  std::string (*description)() = nullptr;              // one line, with the default
  std::vector<std::string_view> (*words)() = nullptr;  // that it takes; of other kinds than word, those to suggest
  bool takes_words = false;                            // of a pair: its two may be words
  bool takes_number = false;                           // of a text or a list: it may be a number, or hold some
  bool takes_weights = false;                          // of a text: in Python it may be weights by label
  bool more_words = false;     // of a word: kinds of learner bring words of their own, which a model may have
  bool one_learner = false;    // only a single learner has it, so that `auto` is not meant
  std::string_view domain{};   // the only domain that has it: to say it chooses that domain
  std::string_view keyword{};  // in Python, unless it is the name with underscores

  std::string_view key{};                                          // in a model's JSON; empty: no model remembers it
  bool only_said = false;                                          // a model has the key only where it applies
  SettingValue (*get)(const Model& model) = nullptr;               // as the model has it
  void (*put)(Model& model, const SettingValue& value) = nullptr;  // into a model, once checked by kind
  SettingValue (*said)(const Model& model) = nullptr;              // as people say it, where a model keeps it otherwise
  std::string_view unsaid{};                                       // the word that a model means which does not have the key
};

std::span<const Setting> all_settings();
const Setting* find_setting(std::string_view name);
// Throws SettingError if no setting has the name.
const Setting& setting(std::string_view name);

// The value that people would give the setting to get such a model; monostate where it does not apply.
SettingValue value_of(const Setting& setting, const Model& model);

// Returns the setting as the model has it, if that is not what is said; without a value if it does not apply to the model.
std::optional<Mention> difference(const Setting& setting, const SettingValue& said, const Model& model);

// The value as it would be typed.
std::string as_text(const SettingValue& value);

// What somebody says about a run: values by the names of the table. What is not said is decided by the library.
class Settings {
 public:
  Settings() = default;
  // Settings({{"loss", "hinge"}, {"beta", "2"}})
  Settings(std::initializer_list<std::pair<std::string_view, std::string_view>> typed);

  // Parses the text. Throws SettingError if the setting is unknown or the text is not a value of it.
  Settings& set(std::string_view name, std::string_view typed);
  // Does the same, and refuses settings of the other scope as unknown.
  Settings& set(SettingScope scope, std::string_view name, std::string_view typed);
  // Takes a value of the setting's kind; a count may stand for a real. Throws SettingError for a word that is none of its words.
  Settings& set(const Setting& setting, SettingValue value);
  void forget(std::string_view name);

  bool has(std::string_view name) const;
  // Nothing where it is not said. The kind of the setting has to be the right one.
  std::optional<std::string> text(std::string_view name) const;
  std::optional<double> real(std::string_view name) const;
  std::optional<std::uint64_t> count(std::string_view name) const;
  std::optional<bool> yes(std::string_view name) const;
  std::optional<std::pair<double, double>> pair(std::string_view name) const;
  std::optional<std::vector<std::string>> list(std::string_view name) const;
  // In the order of the table.
  std::vector<std::pair<const Setting*, SettingValue>> said() const;

 private:
  std::map<std::string_view, SettingValue> values_;  // by the name in the table
};

// These read a number as people type it: all of the text, finite. They throw SettingError about the setting.
double typed_real(std::string_view name, std::string_view text);
std::uint64_t typed_count(std::string_view name, std::string_view text);

}  // namespace tacit
