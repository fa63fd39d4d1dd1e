#include "tacit/run/reading.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>

#include "tacit/run/configure.hpp"

namespace tacit {

namespace {

using Kind = SettingError::Kind;

char delimiter(const std::string& typed) {
  constexpr std::string_view in_numbers = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ+-.\"\r\n";
  if (typed == "tab") return '\t';
  if (typed.size() != 1 || typed[0] < 0 || in_numbers.find(typed[0]) != std::string_view::npos) {
    throw SettingError(Kind::bad_value, mention("delimiter", typed),
                       say(mention("delimiter"),
                           fmt::format(" {}: expected tab, or one character that is in no number and no quote", shown(typed))));
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

// A setting that was said for a format that has no use for it is a slip.
void require_use(const Settings& how, const std::string& format) {
  if (format == "auto") return;
  ReaderSettings said;
  said.label_column = how.text("label-column");
  said.header = how.yes("header");
  said.categorical = how.list("categorical").value_or(std::vector<std::string>());
  said.ignored = how.list("ignore").value_or(std::vector<std::string>());
  if (how.has("delimiter")) said.delimiter = ',';
  for (const Mention& unused : unused_settings(said, format)) {
    throw SettingError(
        Kind::without_use, unused,
        say(unused, fmt::format(" means nothing for {}: leave it out, or give another ", format), mention("format")));
  }
}

}  // namespace

ColumnChoice column_choice(const Settings& how, const Model& model) {
  ColumnChoice columns = model.columns;
  take("categorical", how, columns.categorical);
  take("ignore", how, columns.ignored);
  if (auto label = how.text("label-column")) columns.label_column = std::move(label);
  if (const auto header = how.yes("header")) columns.header = header;
  return columns;
}

StreamSettings stream_settings(std::vector<std::string> files, const Settings& how, const Model& model, ReadingUse use) {
  const Configuration& configuration = model.configuration;
  StreamSettings settings;
  if (!files.empty()) settings.files = std::move(files);
  settings.reader.format = how.text("format").value_or("auto");
  require_use(how, settings.reader.format);
  const ColumnChoice columns = column_choice(how, model);
  settings.reader.label_column = columns.label_column;
  settings.reader.header = columns.header;
  settings.reader.categorical = columns.categorical;
  settings.reader.ignored = columns.ignored;
  settings.reader.remembered = model.columns;
  if (const auto typed = how.text("delimiter")) settings.reader.delimiter = delimiter(*typed);
  settings.reader.bias = configuration.bias;
  settings.reader.label_words = configuration.label_words;
  settings.task = task_of(configuration);
  settings.labels = configuration.labels;
  if (!settings.labels && model.tally.examples == 0) settings.labels = how.pair("labels");  // of the files, as nobody said others
  settings.most_features = most_features(configuration);
  settings.limit = how.count("limit");
  if (settings.limit == 0) {
    throw SettingError(Kind::bad_value, mention("limit", "0"), say(mention("limit", "0"), " leaves no examples; give 1 or more"));
  }
  settings.shuffle = how.count("shuffle");
  settings.scale = configuration.scale;
  settings.largest = model.largest;
  settings.cache = how.yes("cache").value_or(false);
  if (settings.cache && configuration.hash == 0) {
    throw SettingError(Kind::contradiction, mention("cache"),
                       say("a dictionary and ", mention("cache"), " do not go together, as a cache holds no names: leave out ",
                           mention("cache")));
  }
  if (use == ReadingUse::prediction) {
    settings.task = Task::numbers;
    settings.reader.labelled = false;
  }
  if (use != ReadingUse::learning) {
    if (settings.scale == "online") settings.scale = "max-abs";  // by what it has become
    settings.largest_complete = true;                            // the model has no weights for other features
  }
  return settings;
}

OnError on_error(const Settings& how) { return how.text("on-error") == "skip" ? OnError::skip : OnError::stop; }

FeatureNames feature_names(const Model& model, bool closed) {
  return model.configuration.hash == 0 ? FeatureNames(model.names, closed) : FeatureNames(model.configuration.hash);
}

}  // namespace tacit
