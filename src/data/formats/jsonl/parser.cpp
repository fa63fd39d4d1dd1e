#include "data/formats/jsonl/parser.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "data/formats/jsonl/object_reader.hpp"
#include "tacit/core/legible.hpp"
#include "tacit/data/data_error.hpp"
#include "tacit/data/feature_places.hpp"
#include "tacit/data/row_builder.hpp"

namespace tacit {

// Nothing of a refused row stays: no name, and not what it says about the label's field.
class JsonLinesParser::Rows {
 public:
  Rows(ParserContext context, const JsonLinesSettings& settings)
      : context_(std::move(context)),
        object_({settings.label_field, settings.ignored, settings.id_field, settings.time_field, settings.group_field},
                settings.missing_words, context_),
        typed_id_(settings.id_remembered ? std::nullopt : settings.id_field),
        has_time_(settings.time_field.has_value()) {
    const auto is_ignored = [&](const std::string& field) {
      return std::ranges::find(settings.ignored, field) != settings.ignored.end();
    };
    const auto refuse = [&](const Mention& setting, std::string_view what) {
      throw DataError(context_.name, say(setting, ": this field is ", what, "; expected another"));
    };
    const auto& label = settings.label_field;
    const auto& id = settings.id_field;
    if (label && is_ignored(*label)) refuse(mention("ignore", *label), "the label");
    if (id && is_ignored(*id)) refuse(mention("id", *id), "left out");
    if (id && id == label) refuse(mention("id", *id), "the label");
    for (const auto& [name, field] : {std::pair("time", settings.time_field), std::pair("group", settings.group_field)}) {
      if (!field) continue;
      if (is_ignored(*field)) refuse(mention(name, *field), "left out");
      if (field == label) refuse(mention(name, *field), "the label");
    }
    if (settings.group_field && settings.group_field == settings.time_field)
      refuse(mention("group", *settings.group_field), "the time");
  }

  void parse(TextBlock block, Dataset& rows);

 private:
  void append(std::string_view line, std::uint64_t number, Dataset& rows);
  void note_numbers(Dataset& rows);
  void note_never_met();
  void note_times();

  ParserContext context_;
  json::ObjectReader object_;
  std::optional<std::string> typed_id_;
  bool has_time_;
  RowBuilder builder_;
  FeaturePlaces numbers_;               // features that are numbers
  std::vector<Index> numbers_at_hand_;  // those of the row at hand
  bool begun_ = false;                  // there was a row
};

void JsonLinesParser::Rows::parse(TextBlock block, Dataset& rows) {
  std::string_view text = block.text;
  rows.note_may_miss();
  for (std::uint64_t number = block.line; !text.empty(); ++number) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    const std::size_t names = context_.names->dictionary().size();
    try {
      object_.read(line);
      append(line, number, rows);
      if (!std::exchange(begun_, true)) note_never_met();
    } catch (const json::Refusal& refusal) {
      context_.names->forget_behind(names);
      object_.forget_row();
      const std::uint64_t column = refusal.at == nullptr ? 0 : static_cast<std::uint64_t>(refusal.at - line.data()) + 1;
      context_.complaints->add({context_.name, number, column}, refusal.what);
    }
  }
}

void JsonLinesParser::Rows::append(std::string_view line, std::uint64_t number, Dataset& rows) {
  std::size_t added = context_.bias ? 1 : 0;
  builder_.clear();
  numbers_at_hand_.clear();
  for (const auto& feature : object_.features()) {
    if (feature.value == 0) continue;
    if (const auto index = context_.names->index(object_.name(feature))) {
      builder_.add(*index, feature.value);
      if (feature.number) numbers_at_hand_.push_back(*index);
      ++added;
    }
  }
  if (!builder_.finish(object_.label(), object_.weight(), number, context_.bias, rows))
    throw json::Refusal{nullptr, std::string(RowBuilder::no_sum)};
  if (rows.row(rows.size() - 1).size < added) {
    try {
      object_.require_own_names(line);
    } catch (const json::Refusal&) {
      rows.drop_last_row();
      throw;
    }
  }
  if (!object_.id().empty()) rows.identify_last(object_.id());
  if (const RowMark& mark = object_.mark(); mark.has_time || mark.has_group) rows.mark_last(mark);
  if (const auto fault = context_.refuse_last(rows)) throw json::Refusal{nullptr, *fault};
  note_numbers(rows);
}

// Tells of the features that are now known to be numbers, as the row stays.
void JsonLinesParser::Rows::note_numbers(Dataset& rows) {
  std::erase_if(numbers_at_hand_, [&](Index index) { return !numbers_.add(index).second; });
  std::ranges::sort(numbers_at_hand_);
  for (const Index index : numbers_at_hand_) rows.note_number({rows.size() - 1, index});
}

// Any row may lack any field, so that a name which no row has is no error; but it may be a slip.
void JsonLinesParser::Rows::note_never_met() {
  const auto note = [&](const Mention& setting) {
    context_.complaints->note(say(context_.name, ": ", setting, ": the first row has no such field"));
  };
  if (typed_id_ && object_.id().empty()) note(mention("id", *typed_id_));
  if (!context_.labelled) return;  // what the model leaves out need not be there
  for (const auto name : object_.never_met()) note(mention("ignore", name));
  if (!has_time_) note_times();
}

// A text is a category, but a time as one says nothing about the times to come.
void JsonLinesParser::Rows::note_times() {
  for (const auto& feature : object_.features()) {
    const std::string_view name = object_.name(feature);
    const std::string_view field = name.substr(0, name.find('='));
    if (feature.number || field.find('^') != field.npos || !parse_time(name.substr(field.size() + 1))) continue;
    context_.complaints->note(
        say(fmt::format("{}: field {} holds times, which are taken as categories; to make features of them, "
                        "say ",
                        context_.name, shown(field)),
            mention("time", field), "; to leave the field out, ", mention("ignore", field)));
  }
}

JsonLinesParser::JsonLinesParser(ParserContext context, const JsonLinesSettings& settings)
    : rows_(std::make_unique<Rows>(std::move(context), settings)) {}
JsonLinesParser::~JsonLinesParser() = default;
void JsonLinesParser::parse(TextBlock block, Dataset& rows) { rows_->parse(block, rows); }

}  // namespace tacit
