#include <fmt/format.h>

#include "data/formats/format.hpp"
#include "tacit/core/names.hpp"
#include "tacit/data/byte_source.hpp"
#include "tacit/data/cache.hpp"

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

const Format* recognised_format(std::string_view beginning) {
  const auto* const found = std::ranges::find_if(
      formats::all, [&](const Format* format) { return format->recognises != nullptr && format->recognises(beginning); });
  return found == std::end(formats::all) ? nullptr : *found;
}

std::string_view without_endings(std::string_view path) {
  const auto without = [](std::string_view name, std::span<const std::string_view> endings) {
    const auto found = std::ranges::find_if(
        endings, [&](std::string_view ending) { return name.size() > ending.size() && name.ends_with(ending); });
    return found == endings.end() ? name : name.substr(0, name.size() - found->size());
  };
  std::string_view plain = without_compression(path);
  if (plain.size() == path.size()) plain = without(path, {&cache_ending, 1});
  for (const Format* format : formats::all) {
    for (const auto endings : {format->endings, format->read_endings}) {
      if (const auto name = without(plain, endings); name.size() < plain.size()) return name;
    }
  }
  return plain;
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

std::vector<Mention> said_settings(const ReaderSettings& settings) {
  const ColumnChoice& remembered = settings.remembered;
  std::vector<Mention> said;
  const auto look = [&]<class Value>(std::string_view setting, const Value& value, const Value& by_model, std::string_view word) {
    if (value != Value{} && value != by_model) said.push_back(mention(setting, word));
  };
  look("label-column", settings.label_column, remembered.label_column, "");
  look("id", settings.id, remembered.id, "");
  look("time", settings.time, remembered.time, "");
  look("group", settings.group, remembered.group, "");
  look("header", settings.header, remembered.header, settings.header.value_or(false) ? "yes" : "no");
  look("categorical", settings.categorical, remembered.categorical, "");
  look("ignore", settings.ignored, remembered.ignored, "");
  look("missing-words", settings.missing_words, remembered.missing_words, "");
  look("delimiter", settings.delimiter, std::optional<char>(), "");
  return said;
}

std::vector<Mention> unused_settings(std::vector<Mention> said, std::string_view name) {
  const Format* const format = find_format(name);
  std::erase_if(said, [&](const Mention& mention) {
    const bool is_of_formats = std::ranges::any_of(formats::all, [&](const Format* any) { return any->uses(mention.setting); });
    return !is_of_formats || (format != nullptr && format->uses(mention.setting));
  });
  return said;
}

}  // namespace tacit
