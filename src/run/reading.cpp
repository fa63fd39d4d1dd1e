#include "tacit/run/reading.hpp"

#include "run/missing_memory.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "run/choose_crosses.hpp"
#include "run/making/choose_making.hpp"
#include "run/making/making.hpp"
#include "tacit/core/legible.hpp"
#include "tacit/learners/kinds.hpp"
#include "tacit/run/configure.hpp"

namespace tacit {

namespace {

using Kind = SettingError::Kind;

char delimiter(const std::string& typed) {
  if (typed == "tab") return '\t';
  if (typed.size() != 1 || !can_delimit(typed[0])) {
    throw SettingError(Kind::bad_value, mention("delimiter", typed),
                       say(mention("delimiter"), fmt::format(" {}: {}", shown(typed), expected_delimiter)));
  }
  return typed[0];
}

// What the model says cannot be said otherwise.
void take(std::string_view setting, const Settings& how, std::vector<std::string>& into) {
  auto wanted = how.list(setting);
  if (!wanted) return;
  if (!into.empty() && into != *wanted) {
    throw SettingError(
        Kind::differs, mention(setting),
        say("the model was made with ", mention(setting, fmt::format("{}", fmt::join(into, ","))), ": leave it out"));
  }
  into = std::move(*wanted);
}

// What a model has learned without, or with another column, it cannot go on with.
void take_mark(std::string_view setting, const Settings& how, const Model& model, std::optional<std::string>& into) {
  auto wanted = how.text(setting);
  if (!wanted || wanted == into) return;
  if (into) {
    throw SettingError(Kind::differs, mention(setting),
                       say("the model was made with ", mention(setting, *into), ": leave it out, or rename the column"));
  }
  if (model.tally.examples > 0) {
    throw SettingError(Kind::differs, mention(setting, *wanted),
                       say(fmt::format("the model learned from {} examples without ", model.tally.examples), mention(setting),
                           ": leave it out, or begin a new model"));
  }
  into = std::move(wanted);
}

// A setting that was said for a format that has no use for it is a slip.
void require_use(const Settings& how, const std::string& format) {
  if (format == "auto") return;
  std::vector<Mention> said;
  for (const auto& [setting, value] : how.said()) {
    const std::string typed = as_text(value);
    if (!typed.empty())
      said.push_back(mention(setting->name, setting->kind == SettingKind::yes_no ? typed : ""));  // [] says nothing
  }
  for (const Mention& unused : unused_settings(said, format)) {
    throw SettingError(
        Kind::without_use, unused,
        say(unused, fmt::format(" means nothing for {}: leave it out, or give another ", format), mention("format")));
  }
}

// How many outputs the model's learner has; a fresh model knows by its kind alone.
std::size_t outputs_of(const Model& model) {
  const LearnerKind* const kind = find_kind(model.configuration);
  return std::max(kind == nullptr ? 1 : kind->outputs, 1 + model.further_weights.size());
}

// For predictions, a label of a class that the model does not know is as good as none.
void take_classes(const Configuration& configuration, ReadingUse use, StreamSettings& settings) {
  settings.reader.class_labels = has_class_names(configuration);
  if (!settings.reader.class_labels) return;
  settings.class_names = configuration.classes;
  if (use == ReadingUse::prediction) settings.class_names->fixed = true;
}

}  // namespace

void keep_means(const MissingValues& means, Model& model) { remember(means, model.memory); }

ColumnChoice column_choice(const Settings& how, const Model& model) {
  ColumnChoice columns = model.columns;
  take_mark("time", how, model, columns.time);
  take_mark("group", how, model, columns.group);
  take("categorical", how, columns.categorical);
  take("ignore", how, columns.ignored);
  take("missing-words", how, columns.missing_words);
  if (auto label = how.text("label-column")) columns.label_column = std::move(label);
  if (auto id = how.text("id")) columns.id = std::move(id);
  if (const auto header = how.yes("header")) columns.header = header;
  return columns;
}

void note_other_columns(const Settings& how, const Model& model, Complaints& complaints, ReadingUse use) {
  if (model.tally.examples == 0) return;
  const ColumnChoice columns = column_choice(how, model);
  const auto note = [&](std::string_view setting, const auto& before, const auto& now) {
    if (before == now) return;
    complaints.note(say(fmt::format("the model learned from {} examples without ", model.tally.examples),
                        mention(setting, fmt::format("{}", fmt::join(now, ","))),
                        use == ReadingUse::learning ? " and goes on with it" : " and predicts with it"));
  };
  note("categorical", model.columns.categorical, columns.categorical);
  note("ignore", model.columns.ignored, columns.ignored);
  note("missing-words", model.columns.missing_words, columns.missing_words);
}

StreamSettings stream_settings(std::vector<std::string> files, const Settings& how, const Model& model, ReadingUse use) {
  const Configuration& configuration = model.configuration;
  StreamSettings settings;
  if (!files.empty()) settings.files = std::move(files);
  settings.reader.format = how.text("format").value_or("auto");
  require_use(how, settings.reader.format);
  const ColumnChoice columns = column_choice(how, model);
  settings.reader.label_column = columns.label_column;
  settings.reader.id = columns.id;
  settings.reader.time = columns.time;
  settings.reader.group = columns.group;
  settings.reader.header = columns.header;
  settings.reader.categorical = columns.categorical;
  settings.reader.ignored = columns.ignored;
  settings.reader.missing_words = columns.missing_words;
  settings.reader.remembered = model.columns;
  if (const auto typed = how.text("delimiter")) settings.reader.delimiter = delimiter(*typed);
  settings.reader.bias = configuration.bias;
  settings.reader.label_words = configuration.label_words;
  settings.reader.crosses = crosses_of(configuration);
  settings.task = task_of(configuration);
  take_classes(configuration, use, settings);
  settings.classes = outputs_of(model);
  settings.labels = configuration.labels;
  if (!settings.labels && model.tally.examples == 0) settings.labels = how.pair("labels");  // of the files, as nobody said others
  settings.most_features = most_features(configuration);
  settings.limit = how.count("limit");
  if (settings.limit == 0) {
    throw SettingError(Kind::bad_value, mention("limit", "0"), say(mention("limit", "0"), " leaves no examples; give 1 or more"));
  }
  settings.shuffle = how.count("shuffle");
  settings.scale = scaling_of(configuration.scale);
  settings.largest = model.largest;
  settings.cache = how.yes("cache").value_or(false);
  if (settings.cache && configuration.hash == 0) {
    throw SettingError(Kind::contradiction, mention("cache"),
                       say("a dictionary and ", mention("cache"), " do not go together, as a cache holds no names: leave out ",
                           mention("cache")));
  }
  if (settings.cache && columns.id) {
    throw SettingError(Kind::contradiction, mention("cache"),
                       say(mention("id", *columns.id), " and ", mention("cache"),
                           " do not go together, as a cache holds no ids: leave out ", mention("cache")));
  }
  settings.contents = model.contents;
  settings.missing = missing_of(configuration.missing);
  settings.means_from = use == ReadingUse::learning ? MeansFrom::run : MeansFrom::rows;
  if (settings.missing == Missing::skip) settings.means = missing_values(model.memory);
  require_making(configuration, columns, how);
  if (use == ReadingUse::prediction) {
    if (Making::is_wanted(configuration, columns)) settings.reader.absent_label = std::numeric_limits<double>::quiet_NaN();
    settings.task = Task::numbers;
    settings.reader.labelled = false;
  }
  if (use == ReadingUse::prediction || use == ReadingUse::measuring) {
    settings.means_from = MeansFrom::known;
    settings.means = missing_values(model.memory);
    if (settings.scale == Scaling::online) settings.scale = Scaling::max_abs;  // by what it has become
    settings.largest_complete = true;                                          // the model has no weights for other features
  }
  return settings;
}

OnError on_error(const Settings& how) { return how.text("on-error") == "skip" ? OnError::skip : OnError::stop; }

FeatureNames feature_names(const Configuration& configuration, std::vector<std::string> dictionary, bool closed) {
  return configuration.hash == 0 ? FeatureNames(std::move(dictionary), closed) : FeatureNames(configuration.hash);
}

FeatureNames feature_names(const Model& model, bool closed) { return feature_names(model.configuration, model.names, closed); }

}  // namespace tacit
