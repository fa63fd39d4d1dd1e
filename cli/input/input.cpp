#include "cli/input/input.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "cli/errors.hpp"
#include "cli/input/resolve_input.hpp"
#include "tacit/core/names.hpp"
#include "tacit/data/byte_source.hpp"
#include "tacit/data/complaints.hpp"
#include "tacit/domains/simplex.hpp"

namespace tacit::cli {

namespace {

// Of names that a model is to remember.
std::vector<std::string> split(const char* option, const std::string& text) {
  require_utf8(option, text);
  std::vector<std::string> parts;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t comma = std::min(text.find(',', at), text.size());
    parts.push_back(text.substr(at, comma - at));
    at = comma + 1;
  }
  return parts;
}

char delimiter(const std::string& typed) {
  constexpr std::string_view in_numbers = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ+-.\"\r\n";
  if (typed == "tab") return '\t';
  if (typed.size() != 1 || typed[0] < 0 || in_numbers.find(typed[0]) != std::string_view::npos)
    throw UsageError(
        fmt::format("--delimiter {}: expected tab, or one character that is in no number and no quote", shown(typed)));
  return typed[0];
}

FeatureNames feature_names(const Model& model, bool closed) {
  return model.configuration.hash == 0 ? FeatureNames(model.names, closed) : FeatureNames(model.configuration.hash);
}

// What is typed, and what the model says where nothing is.
ColumnChoice column_choice(const DataOptions& options, const Model& model) {
  ColumnChoice columns = model.columns;
  const auto take = [](const char* option, const std::optional<std::string>& typed, std::vector<std::string>& into) {
    if (!typed) return;
    std::vector<std::string> wanted = split(option, *typed);
    if (!into.empty() && into != wanted)
      throw UsageError(fmt::format("the model was made with {} {}: leave the option out", option, fmt::join(into, ",")));
    into = std::move(wanted);
  };
  take("--categorical", options.categorical, columns.categorical);
  take("--ignore", options.ignore, columns.ignored);
  if (options.label_column) {
    require_utf8("--label-column", *options.label_column);
    columns.label_column = options.label_column;
  }
  if (options.header) columns.header = options.header;
  return columns;
}

StreamSettings settings_for(const DataOptions& options, const Model& model, Input::Use use) {
  StreamSettings settings = stream_settings(options, model.configuration);
  const ColumnChoice columns = column_choice(options, model);
  settings.reader.categorical = columns.categorical;
  settings.reader.ignored = columns.ignored;
  settings.reader.label_column = columns.label_column;
  settings.reader.header = columns.header;
  settings.reader.remembered = model.columns;
  settings.largest = model.largest;
  if (use == Input::Use::prediction) {
    settings.two_class = false;
    settings.reader.labelled = false;
  }
  if (use != Input::Use::learning) {
    if (settings.scale == "online") settings.scale = "max-abs";  // by what it has become
    settings.largest_complete = true;                            // it has no weights for others
  }
  return settings;
}

}  // namespace

StreamSettings stream_settings(const DataOptions& options, const Configuration& configuration) {
  require_name("format", input_formats, options.format);
  StreamSettings settings;
  if (!options.files.empty()) settings.files.clear();
  for (const auto& file : options.files) settings.files.push_back(resolve_input(file));
  settings.reader.format = options.format;
  settings.reader.label_column = options.label_column;
  settings.reader.header = options.header;
  if (options.categorical) settings.reader.categorical = split("--categorical", *options.categorical);
  if (options.ignore) settings.reader.ignored = split("--ignore", *options.ignore);
  if (options.delimiter) settings.reader.delimiter = delimiter(*options.delimiter);
  if (options.format != "auto") {
    for (const auto option : unused_settings(settings.reader, options.format))
      throw UsageError(fmt::format("{} means nothing for {}: leave it out, or give another --format", option, options.format));
  }
  settings.reader.bias = configuration.bias;
  settings.two_class = is_two_class(configuration);
  settings.labels = configuration.labels;
  settings.reader.label_words = configuration.label_words;
  if (configuration.domain == Simplex::name) settings.most_features = configuration.dimension - (configuration.bias ? 1 : 0);
  if (options.limit && *options.limit == 0) throw UsageError("--limit 0 leaves no examples; give 1 or more");
  settings.limit = options.limit;
  settings.shuffle = options.shuffle;
  settings.scale = configuration.scale;
  settings.cache = options.cache;
  return settings;
}

OnError on_error(const DataOptions& options) {
  constexpr std::string_view choices[] = {"stop", "skip"};
  require_name("--on-error", choices, options.on_error);
  return options.on_error == "skip" ? OnError::skip : OnError::stop;
}

bool can_be_read_twice(const DataOptions& options) {
  const auto is_file = [](const std::string& file) { return tacit::can_be_read_twice(resolve_input(file)); };
  return !options.files.empty() && std::ranges::all_of(options.files, is_file);
}

Input::Input(const DataOptions& options, const Model& model, Use use)
    : first_name_(options.files.empty() || options.files[0] == "-" ? "standard input" : options.files[0]),
      cached_(options.cache),
      columns_(kept(column_choice(options, model))),
      names_(feature_names(model, use != Use::learning)),
      hash_(options.cache ? std::nullopt : options.hash),
      complaints_(on_error(options)),
      stream_(settings_for(options, model, use), names_, complaints_) {}

std::string Input::no_examples() const {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 4> lines{
      {{"libsvm", "+1 1:0.5 3:2"},
       {"vw", "1 | width:0.5 red"},
       {"csv", "1,0.5,red below a header such as: label,width,colour"},
       {"jsonl", R"({"label":1,"width":0.5,"colour":"red"})"}}};
  const auto* const line = std::ranges::find(lines, stream_.format(), [](const auto& entry) { return entry.first; });
  if (stream_.format().empty() && !cached_) return fmt::format("{}: no examples, as it is empty", first_name_);
  if (line == lines.end()) return fmt::format("{}: no examples", first_name_);
  return fmt::format("{}: no examples, read as {}; expected lines such as: {}", first_name_, line->first, line->second);
}

void Input::report() const {
  for (const auto& note : complaints_.notes()) fmt::print(stderr, "tacit: note: {}\n", note);
  if (hash_ && names_.hashed().bits == 0)
    fmt::print(stderr, "tacit: note: --hash {} changes nothing: no name had to be hashed\n", *hash_);
  if (names_.collisions() > 0) {
    fmt::print(stderr,
               "tacit: note: {} of {} indices are shared by several names; --hash with more bits, or --dictionary, parts them\n",
               names_.collisions(), names_.size());
  }
  if (complaints_.count() == 0) return;
  fmt::print(stderr, "tacit: {} bad row{} skipped{}\n", complaints_.count(), complaints_.count() == 1 ? "" : "s",
             complaints_.count() > complaints_.first().size() ? ", the first of them:" : ":");
  for (const auto& complaint : complaints_.first()) fmt::print(stderr, "  {}\n", complaint);
}

}  // namespace tacit::cli
