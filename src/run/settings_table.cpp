// The table. A new setting is one entry here and its use.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "data/rows/special_fields.hpp"
#include "run/choose_crosses.hpp"
#include "run/making/choose_making.hpp"
#include "tacit/data/feature_names.hpp"
#include "tacit/data/missing.hpp"
#include "tacit/data/reader.hpp"
#include "tacit/data/scaling.hpp"
#include "tacit/domains/all.hpp"
#include "tacit/eval/interval.hpp"
#include "tacit/learners/kinds.hpp"
#include "tacit/learners/updates.hpp"
#include "tacit/losses/named.hpp"
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
constexpr std::string_view lag_words[] = {"auto"};

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
template <class Domain, auto member>
SettingValue get_on(const Model& model) {
  return model.configuration.domain == Domain::name ? get_member<member>(model) : SettingValue();
}

SettingValue get_beta(const Model& model) {
  const LearnerKind* kind = find_kind(model.configuration);
  return kind != nullptr && !kind->has_beta ? SettingValue() : model.configuration.beta;
}
template <auto member>
SettingValue get_price(const Model& model) {
  const double price = model.configuration.*member;
  return price != 0 ? SettingValue(price) : SettingValue();
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
    if (numbers->first == numbers->second) throw std::invalid_argument("'labels' gives both classes the same label");
    configuration.labels = *numbers;
    return;
  }
  const auto& words = std::get<std::vector<std::string>>(value);
  configuration.labels = {-1, 1};
  configuration.label_words = LabelWords{words.at(0), words.at(1)};
}
SettingValue get_classes(const Model& model) {
  const ClassNames& classes = model.configuration.classes;
  return classes.fixed ? SettingValue(classes.names) : SettingValue();
}
void put_classes(Model& model, const SettingValue& value) {
  model.configuration.classes = fixed_classes(std::get<std::vector<std::string>>(value));
}
SettingValue get_class_weight(const Model& model) {
  const std::string& said = model.configuration.class_weight;
  return said.empty() ? SettingValue() : SettingValue(said);
}
SettingValue get_interval(const Model& model) {
  const auto& level = model.configuration.interval;
  return level ? SettingValue(*level) : SettingValue();
}
SettingValue get_memory(const Model& model) {
  return model.configuration.memory ? SettingValue(*model.configuration.memory) : SettingValue();
}
void put_memory(Model& model, const SettingValue& value) {
  if (std::get<std::uint64_t>(value) == 0) throw std::invalid_argument("'memory_limit' is 0; expected 1 or more megabytes");
  model.configuration.memory = std::get<std::uint64_t>(value);
}
SettingValue get_forget(const Model& model) { return model.configuration.forget ? SettingValue(true) : SettingValue(); }
void put_interval(Model& model, const SettingValue& value) {
  model.configuration.interval = IntervalRule(std::get<double>(value)).level();
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

SettingValue get_cross(const Model& model) {
  const auto& cross = model.configuration.cross;
  return cross.empty() ? SettingValue() : SettingValue(cross);
}
void put_cross(Model& model, const SettingValue& value) {
  model.configuration.cross = understood_crosses(std::get<std::vector<std::string>>(value));
}
SettingValue get_lags(const Model& model) {
  const LagChoice& lags = model.configuration.lags;
  return lags.any() ? SettingValue(typed_lags(lags)) : SettingValue();
}
void put_lags(Model& model, const SettingValue& value) {
  model.configuration.lags = lag_choice(std::get<std::vector<std::string>>(value));
}
SettingValue get_horizon(const Model& model) {
  return model.configuration.horizon > 0 ? SettingValue(model.configuration.horizon) : SettingValue();
}
void put_horizon(Model& model, const SettingValue& value) {
  model.configuration.horizon = std::get<std::uint64_t>(value);
  require_horizon(model.configuration);
}
SettingValue get_delay(const Model& model) {
  return model.configuration.delay > 0 ? SettingValue(typed_duration(model.configuration.delay)) : SettingValue();
}
void put_delay(Model& model, const SettingValue& value) {
  model.configuration.delay = duration_of(std::get<std::string>(value));
  require_horizon(model.configuration);
}

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

// Entries that a model has as a member of its configuration, as one that only the domain has, or as a choice of columns.
template <auto member>
constexpr Setting configured(Setting entry) {
  entry.get = get_member<member>;
  entry.put = put_member<member>;
  return entry;
}
template <class Domain, auto member>
constexpr Setting of_domain(Setting entry) {
  entry.domain = Domain::name;
  entry.one_learner = true;
  entry.get = get_on<Domain, member>;
  entry.put = put_member<member>;
  return entry;
}
template <auto member>
constexpr Setting of_columns(Setting entry) {
  entry.get = get_column<member>;
  entry.put = put_column<member>;
  return entry;
}

// In the order of a model's JSON, and of help within a group.
constexpr Setting settings_table[] = {
    {.name = "format",
     .group = input,
     .scope = reading,
     .kind = word,
     .placeholder = "NAME",
     .description = [] { return joined(input_formats()) + " (default auto: decided by content)"; },
     .words = input_formats},
    {.name = "delimiter",
     .group = input,
     .scope = reading,
     .kind = text,
     .placeholder = "CHAR",
     .description =
         [] {
           return std::string(
               "csv: what stands between fields, a character or tab (default: whichever of comma, tab and semicolon the first "
               "record has most of)");
         }},
    {.name = "on-error",
     .group = input,
     .scope = reading,
     .kind = word,
     .placeholder = "stop|skip",
     .description = [] { return std::string("stop at a bad row, or skip it (default stop)"); },
     .words = words_of<on_error_words>,
     .keyword = "skip_bad_rows"},
    {.name = "cache",
     .group = input,
     .scope = reading,
     .kind = flag,
     .description = [] { return std::string("read each FILE from FILE.tacit-cache, made on first use and when FILE changes"); }},
    {.name = "limit",
     .group = input,
     .scope = reading,
     .kind = count,
     .placeholder = "N",
     .description = [] { return std::string("stop after N examples (default: at the end)"); }},
    {.name = "shuffle",
     .group = input,
     .scope = reading,
     .kind = count,
     .placeholder = "SEED",
     .description = [] { return std::string("shuffle the examples, in memory, in the order of this seed (default: do not)"); }},

    {.name = "learner",
     .group = learner,
     .scope = making,
     .kind = text,
     .placeholder = "NAME",
     .description = [] { return joined(learner_names()) + " (default auto; ada-implicit where a rate or a domain is given)"; },
     .words = learner_names,
     .one_learner = true,
     .key = "learner",
     .get = get_learner,
     .put = put_learner},
    configured<&Configuration::update>(
        {.name = "update",
         .group = learner,
         .scope = making,
         .kind = word,
         .placeholder = "NAME",
         .description = [] { return "instead of a learner, with a step size: " + joined(names_of<AllUpdates>()); },
         .words = names_of<AllUpdates>,
         .more_words = true,
         .one_learner = true,
         .key = "update"}),
    configured<&Configuration::step_size>({.name = "step-size",
                                           .group = learner,
                                           .scope = making,
                                           .kind = word,
                                           .placeholder = "NAME",
                                           .description = [] { return "with an update: " + joined(names_of<AllStepSizes>()); },
                                           .words = names_of<AllStepSizes>,
                                           .more_words = true,
                                           .one_learner = true,
                                           .key = "step_size"}),
    configured<&Configuration::loss>(
        {.name = "loss",
         .group = learner,
         .scope = making,
         .kind = word,
         .placeholder = "NAME",
         .description =
             [] {
               return joined(names_of<NamedLosses>()) +
                      " (default square; logistic where labels of two classes are given, softmax where classes are)";
             },
         .words = names_of<NamedLosses>,
         .key = "loss"}),
    {.name = "loss-parameter",
     .group = learner,
     .scope = making,
     .kind = real,
     .placeholder = "X",
     .description = parameters,
     .key = "loss_parameter",
     .get = get_loss_parameter,
     .put = put_loss_parameter},
    configured<&Configuration::domain>({.name = "domain",
                                        .group = learner,
                                        .scope = making,
                                        .kind = word,
                                        .placeholder = "NAME",
                                        .description = [] { return joined(names_of<AllDomains>()) + " (default whole-space)"; },
                                        .words = names_of<AllDomains>,
                                        .one_learner = true,
                                        .key = "domain"}),
    of_domain<Ball, &Configuration::radius>(
        {.name = "radius",
         .group = learner,
         .scope = making,
         .kind = real,
         .placeholder = "R",
         .description = [] { return std::string("radius of the ball, half the paper's diameter; chooses the ball"); },
         .key = "radius"}),
    of_domain<Box, &Configuration::box>(
        {.name = "box",
         .group = learner,
         .scope = making,
         .kind = pair,
         .placeholder = "LOW,HIGH",
         .description = [] { return std::string("bounds of each weight; chooses the box (default -1,1)"); },
         .key = "box"}),
    of_domain<Simplex, &Configuration::dimension>(
        {.name = "features",
         .group = learner,
         .scope = making,
         .kind = count,
         .placeholder = "N",
         .description = [] { return std::string("number of features of the simplex; chooses the simplex"); },
         .key = "dimension",
         .said = said_features}),
    {.name = "beta",
     .group = learner,
     .scope = making,
     .kind = real,
     .placeholder = "X",
     .description = [] { return std::string("factor of the learning rate, the paper's beta (default 1)"); },
     .one_learner = true,
     .key = "beta",
     .get = get_beta,
     .put = put_member<&Configuration::beta>},
    {.name = "l1",
     .group = learner,
     .scope = making,
     .kind = real,
     .placeholder = "X",
     .description =
         [] { return std::string("price of the sum of |weight|, paid in every step, which makes weights 0 (default 0)"); },
     .one_learner = true,
     .key = "l1",
     .only_said = true,
     .get = get_price<&Configuration::l1>,
     .put = put_member<&Configuration::l1>},
    {.name = "l2",
     .group = learner,
     .scope = making,
     .kind = real,
     .placeholder = "X",
     .description = [] { return std::string("price of half the sum of weight^2, paid in every step (default 0)"); },
     .one_learner = true,
     .key = "l2",
     .only_said = true,
     .get = get_price<&Configuration::l2>,
     .put = put_member<&Configuration::l2>},
    configured<&Configuration::lipschitz>(
        {.name = "lipschitz",
         .group = learner,
         .scope = making,
         .kind = real,
         .placeholder = "L",
         .description = [] { return std::string("Lipschitz constant of the losses, for doubling (default 1)"); },
         .one_learner = true,
         .key = "lipschitz",
         .said = said_lipschitz}),

    {.name = "passes",
     .group = learner,
     .scope = reading,
     .kind = count,
     .placeholder = "N",
     .description =
         [] { return std::string("learn from the files N times; what is reported is of the first pass (default 1)"); }},
    {.name = "memory",
     .group = learner,
     .scope = making,
     .kind = count,
     .placeholder = "MB",
     .description =
         [] {
           return std::string("auto: megabytes that features may take; beyond them the run ends, or forgets (default: no limit)");
         },
     .key = "memory_limit",
     .only_said = true,
     .get = get_memory,
     .put = put_memory},
    {.name = "forget",
     .group = learner,
     .scope = making,
     .kind = flag,
     .description =
         [] {
           return std::string(
               "auto: where the memory is full, forget the features seen least and longest ago (default: end the run)");
         },
     .key = "forget",
     .only_said = true,
     .get = get_forget,
     .put = put_member<&Configuration::forget>},
    {.name = "interval",
     .group = learner,
     .scope = making,
     .kind = real,
     .placeholder = "LEVEL",
     .description =
         [] {
           return std::string(
               "with each prediction an interval that holds the label in this share of rounds, such as 0.9; for labels that are "
               "numbers (default none)");
         },
     .key = "interval",
     .only_said = true,
     .get = get_interval,
     .put = put_interval},

    configured<&Configuration::bias>(
        {.name = "bias",
         .group = features,
         .scope = making,
         .kind = yes_no,
         .description = [] { return std::string("give every example a feature of value 1 (default: on)"); },
         .key = "has_bias"}),
    {.name = "labels",
     .group = label,
     .scope = making,
     .kind = pair,
     .placeholder = "NEG,POS",
     .description =
         [] {
           return std::string(
               "labels of the two classes, numbers or words (default -1,1 or 0,1, as seen); without a loss: chooses logistic");
         },
     .takes_words = true,
     .key = "labels",
     .get = get_labels,
     .put = put_labels},
    {.name = "classes",
     .group = label,
     .scope = making,
     .kind = list,
     .placeholder = "A,B,...",
     .description =
         [] {
           return std::string(
               "labels of several classes, words or whole numbers, of which there are no others (default: as they come); without "
               "a loss: chooses softmax");
         },
     .takes_number = true,
     .key = "classes",
     .only_said = true,
     .get = get_classes,
     .put = put_classes},
    {.name = "class-weight",
     .group = label,
     .scope = making,
     .kind = text,
     .placeholder = "balanced|A=X,B=Y",
     .description =
         [] {
           return std::string(
               "rows count by their class; balanced: rare classes more, so that each comes to weigh alike; or weights by label "
               "(default: all alike)");
         },
     .takes_weights = true,
     .key = "class_weight",
     .only_said = true,
     .get = get_class_weight,
     .put = put_member<&Configuration::class_weight>},
    configured<&Configuration::scale>(
        {.name = "scale",
         .group = features,
         .scope = making,
         .kind = word,
         .placeholder = "NAME",
         .description =
             [] {
               return std::string(
                   "none; max-abs: divide each feature by its largest absolute value over the data (two passes); online: by the "
                   "largest so far (default none)");
             },
         .words = words_of<scalings>,
         .key = "scale"}),
    configured<&Configuration::missing>(
        {.name = "missing",
         .group = features,
         .scope = making,
         .kind = word,
         .placeholder = "mean|zero|skip",
         .description =
             [] {
               return std::string(
                   "missing numbers of tables, JSON and arrays; mean: the mean so far stands in, with a feature that says so; "
                   "zero: they count as 0; skip: their rows are left out (default mean)");
             },
         .words = words_of<missing_names>,
         .key = "missing",
         .unsaid = "zero"}),
    {.name = "dictionary",
     .group = features,
     .scope = making,
     .kind = flag,
     .description =
         [] { return std::string("named features get exact indices instead of hashing; a model keeps them; not with a cache"); },
     .get = get_dictionary},
    configured<&Configuration::hash>({.name = "hash",
                                      .group = features,
                                      .scope = making,
                                      .kind = count,
                                      .placeholder = "BITS",
                                      .description =
                                          [] {
                                            return fmt::format(
                                                "named features get their index from a hash of so many bits (default {})",
                                                FeatureNames::default_bits);
                                          },
                                      .key = "hash",
                                      .said = said_hash}),

    {.name = "cross",
     .group = features,
     .scope = making,
     .kind = list,
     .placeholder = "A*B,...|2",
     .description =
         [] {
           return std::string(
               "products of features as features, of columns, namespaces or keys: a*b, a*b*c, a..*b for all names that begin "
               "with a; 2, 3 or 4 for all products of so many features (default none)");
         },
     .takes_number = true,
     .key = "cross",
     .only_said = true,
     .get = get_cross,
     .put = put_cross},
    {.name = "lags",
     .group = features,
     .scope = making,
     .kind = list,
     .placeholder = "auto|1,2,...",
     .description =
         [] {
           return std::string(
               "labels of so many rows ago as features; auto: 1, 2 and a season, which the times tell or the labels themselves "
               "(default none)");
         },
     .words = words_of<lag_words>,
     .takes_number = true,
     .key = "lags",
     .only_said = true,
     .get = get_lags,
     .put = put_lags},
    {.name = "horizon",
     .group = label,
     .scope = making,
     .kind = count,
     .placeholder = "H",
     .description =
         [] { return std::string("a label is known only after H further rows: predict and learn accordingly (default 0)"); },
     .key = "horizon",
     .only_said = true,
     .get = get_horizon,
     .put = put_horizon},
    {.name = "delay",
     .group = label,
     .scope = making,
     .kind = text,
     .placeholder = "TIME",
     .description =
         [] {
           return std::string("a label is known only so much later, such as 30m, 1h or 2d, by the times of the rows (default 0)");
         },
     .key = "delay",
     .only_said = true,
     .get = get_delay,
     .put = put_delay},

    of_columns<&ColumnChoice::categorical>(
        {.name = "categorical",
         .group = features,
         .scope = reading,
         .kind = list,
         .placeholder = "A,B,...",
         .description =
             [] {
               return std::string("csv: columns that hold categories, whether they look like numbers or not (default none)");
             },
         .key = "categorical"}),
    of_columns<&ColumnChoice::ignored>(
        {.name = "ignore",
         .group = features,
         .scope = reading,
         .kind = list,
         .placeholder = "A,B,...",
         .description =
             [] {
               return std::string(
                   "csv and jsonl: columns to leave out, such as ids and dates, as if they were not there (default none)");
             },
         .key = "ignored"}),
    of_columns<&ColumnChoice::missing_words>(
        {.name = "missing-words",
         .group = features,
         .scope = reading,
         .kind = list,
         .placeholder = "A,B,...",
         .description =
             [] {
               return std::string(
                   "csv: cells that are missing, besides empty ones (default NA, N/A, NaN, nan, null, NULL and ?); jsonl: "
                   "strings that are, besides null (default none)");
             },
         .key = "missing_words"}),
    of_columns<&ColumnChoice::label_column>(
        {.name = "label-column",
         .group = label,
         .scope = reading,
         .kind = text,
         .placeholder = "NAME|N",
         .description =
             [] {
               return fmt::format("csv and jsonl: the label's name; csv also: its number from 1 (default {})",
                                  usual_label_names());
             },
         .takes_number = true,
         .key = "label_column"}),
    of_columns<&ColumnChoice::id>(
        {.name = "id",
         .group = input,
         .scope = reading,
         .kind = text,
         .placeholder = "NAME|N",
         .description =
             [] {
               return std::string(
                   "csv and jsonl: a column that is no feature, but comes back behind each prediction; csv also: its number "
                   "from 1 (default none)");
             },
         .takes_number = true,
         .key = "id"}),
    of_columns<&ColumnChoice::time>(
        {.name = "time",
         .group = features,
         .scope = reading,
         .kind = text,
         .placeholder = "NAME|N",
         .description =
             [] {
               return std::string(
                   "csv and jsonl: the column that says when a row was, in ISO 8601 or since 1970; becomes hour, day of week, "
                   "month and a clock (default none)");
             },
         .takes_number = true,
         .key = "time"}),
    of_columns<&ColumnChoice::group>({.name = "group",
                                      .group = features,
                                      .scope = reading,
                                      .kind = text,
                                      .placeholder = "NAME|N",
                                      .description =
                                          [] {
                                            return std::string(
                                                "csv and jsonl: the column that says whose row it is, such as a shop: each has "
                                                "lags of its own (default none)");
                                          },
                                      .takes_number = true,
                                      .key = "group"}),
    of_columns<&ColumnChoice::header>({.name = "header",
                                       .group = input,
                                       .scope = reading,
                                       .kind = yes_no,
                                       .description =
                                           [] {
                                             return fmt::format(
                                                 "csv: whether the first record names the columns (default: if none of its "
                                                 "fields is a number, or one of them is "
                                                 "{})",
                                                 usual_label_names());
                                           },
                                       .key = "header"}),
};

}  // namespace

std::span<const Setting> all_settings() { return settings_table; }

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
