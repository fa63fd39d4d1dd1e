// The table. A new setting is one entry here and its use.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tacit/data/feature_names.hpp"
#include "tacit/data/reader.hpp"
#include "tacit/data/scaling.hpp"
#include "tacit/domains/all.hpp"
#include "tacit/learners/kinds.hpp"
#include "tacit/learners/updates.hpp"
#include "tacit/losses/all.hpp"
#include "tacit/run/configure.hpp"
#include "tacit/run/model.hpp"
#include "tacit/run/settings.hpp"
#include "tacit/step_sizes/all.hpp"

namespace tacit {

namespace {

using enum SettingGroup;
using enum SettingKind;
constexpr auto reading = SettingScope::reading;
constexpr auto making = SettingScope::learner;

template <class List>
std::vector<std::string_view> names_of() {
  const auto names = List::names();
  return {names.begin(), names.end()};
}
template <const auto& names>
std::vector<std::string_view> words_of() {
  return {std::begin(names), std::end(names)};
}
constexpr std::string_view on_error_words[] = {"stop", "skip"};

std::string joined(const std::vector<std::string_view>& names) { return fmt::format("{}", fmt::join(names, ", ")); }

std::string parameters() {
  std::vector<std::string> descriptions;
  AllLosses::for_each([&]<class L>(std::type_identity<L>) {
    if constexpr (Parametric<L>)
      descriptions.push_back(fmt::format("{} of {} (default {})", L::parameter, L::name, L::default_parameter));
  });
  return fmt::format("{}", fmt::join(descriptions, ", "));
}

// A member of the configuration, as it is.
template <auto member>
SettingValue get_member(const Model& model) {
  const auto& value = model.configuration.*member;
  if constexpr (std::integral<std::remove_cvref_t<decltype(value)>> &&
                !std::same_as<std::remove_cvref_t<decltype(value)>, bool>) {
    return static_cast<std::uint64_t>(value);
  } else {
    return value;
  }
}
template <auto member, class Held = std::remove_cvref_t<decltype(std::declval<Configuration>().*member)>>
void put_member(Model& model, const SettingValue& value) {
  if constexpr (std::integral<Held> && !std::same_as<Held, bool>) {
    model.configuration.*member = static_cast<Held>(std::get<std::uint64_t>(value));
  } else {
    model.configuration.*member = std::get<Held>(value);
  }
}
// The same, where the domain is the one that has it.
template <auto member, class Domain>
SettingValue get_on(const Model& model) {
  return model.configuration.domain == Domain::name ? get_member<member>(model) : SettingValue();
}

SettingValue get_beta(const Model& model) {
  const LearnerKind* kind = find_kind(model.configuration);
  return kind != nullptr && !kind->has_beta ? SettingValue() : model.configuration.beta;
}
SettingValue get_learner(const Model& model) { return learner_name(model.configuration); }
void put_learner(Model& model, const SettingValue& value) {
  const auto& name = std::get<std::string>(value);
  if (!choose_learner(name, model.configuration))
    throw SettingError(SettingError::Kind::unknown, mention("learner", name), unknown_learner(name));
}
SettingValue get_loss_parameter(const Model& model) {
  const auto parameter = loss_parameter(model.configuration);
  return parameter ? SettingValue(*parameter) : SettingValue();
}
void put_loss_parameter(Model& model, const SettingValue& value) { model.configuration.loss_parameter = std::get<double>(value); }
SettingValue get_labels(const Model& model) {
  const Configuration& configuration = model.configuration;
  if (const auto& words = configuration.label_words) return std::vector{words->negative, words->positive};
  return configuration.labels ? SettingValue(*configuration.labels) : SettingValue();
}
void put_labels(Model& model, const SettingValue& value) {
  Configuration& configuration = model.configuration;
  configuration.label_words.reset();
  if (const auto* numbers = std::get_if<std::pair<double, double>>(&value)) {
    configuration.labels = *numbers;
    return;
  }
  const auto& words = std::get<std::vector<std::string>>(value);
  configuration.labels = {-1, 1};
  configuration.label_words = LabelWords{words.at(0), words.at(1)};
}
SettingValue said_features(const Model& model) {
  const auto features = most_features(model.configuration);
  return features ? SettingValue(*features) : SettingValue();
}
SettingValue said_lipschitz(const Model& model) {
  return model.configuration.step_size == Doubling::name ? SettingValue(model.configuration.lipschitz) : SettingValue();
}
SettingValue said_hash(const Model& model) {
  return model.configuration.hash > 0 ? SettingValue(std::uint64_t{model.configuration.hash}) : SettingValue();
}
SettingValue get_dictionary(const Model& model) { return model.configuration.hash == 0 ? SettingValue(true) : SettingValue(); }

template <auto member>
SettingValue get_column(const Model& model) {
  const auto& value = model.columns.*member;
  if constexpr (requires { value.has_value(); }) {
    return value ? SettingValue(*value) : SettingValue();
  } else {
    return value.empty() ? SettingValue() : SettingValue(value);
  }
}
template <auto member>
void put_column(Model& model, const SettingValue& value) {
  using Held = std::remove_cvref_t<decltype(model.columns.*member)>;
  if constexpr (requires(Held held) {
                  typename Held::value_type;
                  held.has_value();
                }) {
    model.columns.*member = std::get<typename Held::value_type>(value);
  } else {
    model.columns.*member = std::get<Held>(value);
  }
}

// In the order of a model's JSON, and of help within a group.
constexpr Setting table[] = {
    {"format", input, reading, word, "NAME", [] { return joined(input_formats()) + " (default auto: decided by content)"; },
     input_formats},
    {"delimiter", input, reading, text, "CHAR",
     [] {
       return std::string(
           "csv: what stands between fields, a character or tab (default: the one of comma, tab and semicolon that the first "
           "record has most of)");
     }},
    {"on-error", input, reading, word, "stop|skip", [] { return std::string("stop at a bad row, or skip it (default stop)"); },
     words_of<on_error_words>, "", nullptr, nullptr, "skip_bad_rows"},
    {"cache", input, reading, flag, "",
     [] { return std::string("read each FILE from FILE.tacit-cache, made on first use and when FILE changes"); }},
    {"limit", input, reading, count, "N", [] { return std::string("stop after N examples (default: at the end)"); }},
    {"shuffle", input, reading, count, "SEED",
     [] { return std::string("shuffle the examples, in memory, in the order of this seed (default: do not)"); }},

    {"learner", learner, making, text, "NAME",
     [] { return joined(learner_names()) + " (default auto; ada-implicit where a rate or a domain is given)"; }, learner_names,
     "learner", get_learner, put_learner},
    {"update", learner, making, word, "NAME",
     [] { return "instead of a learner, with a step size: " + joined(names_of<AllUpdates>()); }, names_of<AllUpdates>, "update",
     get_member<&Configuration::update>, put_member<&Configuration::update>},
    {"step-size", learner, making, word, "NAME", [] { return joined(names_of<AllStepSizes>()); }, names_of<AllStepSizes>,
     "step_size", get_member<&Configuration::step_size>, put_member<&Configuration::step_size>},
    {"loss", learner, making, word, "NAME",
     [] { return joined(names_of<AllLosses>()) + " (default square; logistic where labels of two classes are given)"; },
     names_of<AllLosses>, "loss", get_member<&Configuration::loss>, put_member<&Configuration::loss>},
    {"loss-parameter", learner, making, real, "X", parameters, nullptr, "loss_parameter", get_loss_parameter, put_loss_parameter},
    {"domain", learner, making, word, "NAME", [] { return joined(names_of<AllDomains>()) + " (default whole-space)"; },
     names_of<AllDomains>, "domain", get_member<&Configuration::domain>, put_member<&Configuration::domain>},
    {"radius", learner, making, real, "R",
     [] { return std::string("radius of the ball, half the paper's diameter; chooses the ball"); }, nullptr, "radius",
     get_on<&Configuration::radius, Ball>, put_member<&Configuration::radius>},
    {"box", learner, making, pair, "LOW,HIGH",
     [] { return std::string("bounds of each weight; chooses the box (default -1,1)"); }, nullptr, "box",
     get_on<&Configuration::box, Box>, put_member<&Configuration::box>},
    {"features", learner, making, count, "N",
     [] { return std::string("number of features of the simplex; chooses the simplex"); }, nullptr, "dimension",
     get_on<&Configuration::dimension, Simplex>, put_member<&Configuration::dimension>, "", said_features},
    {"beta", learner, making, real, "X", [] { return std::string("the paper's beta (default 1)"); }, nullptr, "beta", get_beta,
     put_member<&Configuration::beta>},
    {"lipschitz", learner, making, real, "L",
     [] { return std::string("Lipschitz constant of the losses, for doubling (default 1)"); }, nullptr, "lipschitz",
     get_member<&Configuration::lipschitz>, put_member<&Configuration::lipschitz>, "", said_lipschitz},

    {"bias", features, making, yes_no, "", [] { return std::string("give every example a feature of value 1 (default: on)"); },
     nullptr, "has_bias", get_member<&Configuration::bias>, put_member<&Configuration::bias>},
    {"labels", label, making, pair, "NEG,POS",
     [] {
       return std::string(
           "labels of the two classes, numbers or words (default -1,1 or 0,1, as seen); without a loss: chooses logistic");
     },
     nullptr, "labels", get_labels, put_labels},
    {"scale", features, making, word, "NAME",
     [] {
       return std::string(
           "none; max-abs: divide each feature by its largest absolute value over the data (two passes); online: by the "
           "largest so far (default none)");
     },
     words_of<scalings>, "scale", get_member<&Configuration::scale>, put_member<&Configuration::scale>},
    {"dictionary", features, making, flag, "",
     [] { return std::string("named features get exact indices instead of hashing; a model keeps them; not with a cache"); },
     nullptr, "", get_dictionary},
    {"hash", features, making, count, "BITS",
     [] {
       return fmt::format("named features get their index from a hash of so many bits (default {})", FeatureNames::default_bits);
     },
     nullptr, "hash", get_member<&Configuration::hash>, put_member<&Configuration::hash>, "", said_hash},

    {"categorical", features, reading, list, "A,B,...",
     [] { return std::string("csv: columns that hold categories, whether they look like numbers or not (default none)"); },
     nullptr, "categorical", get_column<&ColumnChoice::categorical>, put_column<&ColumnChoice::categorical>},
    {"ignore", features, reading, list, "A,B,...",
     [] {
       return std::string("csv and jsonl: columns to leave out, such as ids and dates, as if they were not there (default none)");
     },
     nullptr, "ignored", get_column<&ColumnChoice::ignored>, put_column<&ColumnChoice::ignored>},
    {"label-column", label, reading, text, "NAME|N",
     [] {
       return std::string("csv and jsonl: the label's name; csv also: its number from 1 (default label, target, class or y)");
     },
     nullptr, "label_column", get_column<&ColumnChoice::label_column>, put_column<&ColumnChoice::label_column>},
    {"header", input, reading, yes_no, "",
     [] {
       return std::string(
           "csv: whether the first record names the columns (default: if none of its fields is a number, or one of them is "
           "label)");
     },
     nullptr, "header", get_column<&ColumnChoice::header>, put_column<&ColumnChoice::header>},
};

}  // namespace

std::span<const Setting> all_settings() { return table; }

std::string title_of(SettingGroup group) {
  switch (group) {
    case input:
      return "Input";
    case label:
      return "Label";
    case features:
      return "Features";
    case learner:
      return "Learner";
  }
  return "";
}

}  // namespace tacit
