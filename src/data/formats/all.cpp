#include <fmt/format.h>

#include "data/formats/format.hpp"
#include "tacit/core/names.hpp"

namespace tacit {

namespace formats {

extern const Format libsvm, vw, csv, jsonl, cache;

constexpr const Format* all[] = {&libsvm, &vw, &csv, &jsonl, &cache};

}  // namespace formats

std::span<const Format* const> all_formats() { return formats::all; }

const Format* find_format(std::string_view name) {
  const auto* const found = std::ranges::find(formats::all, name, &Format::name);
  return found == std::end(formats::all) ? nullptr : *found;
}

std::vector<std::string_view> output_formats() {
  std::vector<std::string_view> names;
  for (const Format* format : formats::all) names.push_back(format->name);
  return names;
}

std::vector<std::string_view> input_formats() {
  std::vector<std::string_view> names = output_formats();
  names.insert(names.begin(), "auto");
  return names;
}

std::string_view format_by_ending(std::string_view path) {
  for (const Format* format : formats::all) {
    if (std::ranges::any_of(format->endings, [&](std::string_view ending) { return path.ends_with(ending); }))
      return format->name;
  }
  return {};
}

std::unique_ptr<Writer> make_writer(std::string_view format, const std::string& path, Columns columns,
                                    const FeatureNames* names) {
  require_name("format", output_formats(), format);
  return find_format(format)->make_writer(path, columns, names);
}

std::vector<Mention> unused_settings(const ReaderSettings& settings, std::string_view name) {
  const Format* const format = find_format(name);
  const ColumnChoice& remembered = settings.remembered;
  std::vector<Mention> unused;
  const auto look = [&]<class Value>(std::string_view setting, const Value& value, const Value& by_model, std::string_view word) {
    const bool said = value != Value{} && value != by_model;
    if (said && (format == nullptr || !format->uses(setting))) unused.push_back(mention(setting, word));
  };
  look("label-column", settings.label_column, remembered.label_column, "");
  look("header", settings.header, remembered.header, settings.header.value_or(false) ? "yes" : "no");
  look("categorical", settings.categorical, remembered.categorical, "");
  look("ignore", settings.ignored, remembered.ignored, "");
  look("delimiter", settings.delimiter, std::optional<char>(), "");
  return unused;
}

}  // namespace tacit
