#include "data/formats/jsonl/parser.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "data/formats/jsonl/object_reader.hpp"
#include "tacit/data/data_error.hpp"
#include "tacit/data/row_builder.hpp"

namespace tacit {

// Nothing of a refused row stays: no name, and not what it says about the label's field.
class JsonLinesParser::Rows {
 public:
  Rows(ParserContext context, const JsonLinesSettings& settings)
      : context_(std::move(context)), object_(settings.label_field, settings.ignored, context_) {
    if (settings.label_field && std::ranges::find(settings.ignored, *settings.label_field) != settings.ignored.end()) {
      throw DataError(context_.name,
                      say(mention("ignore", *settings.label_field), ": this field is the label; expected another"));
    }
  }

  void parse(TextBlock block, Dataset& rows);

 private:
  void append(std::string_view line, std::uint64_t number, Dataset& rows);
  void note_never_met();

  ParserContext context_;
  json::ObjectReader object_;
  RowBuilder builder_;
  bool begun_ = false;  // there was a row
};

void JsonLinesParser::Rows::parse(TextBlock block, Dataset& rows) {
  std::string_view text = block.text;
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
  for (const auto& feature : object_.features()) {
    if (feature.value == 0) continue;
    if (const auto index = context_.names->index(object_.name(feature))) {
      builder_.add(*index, feature.value);
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
  if (const auto fault = context_.refuse_last(rows)) throw json::Refusal{nullptr, *fault};
}

// Any row may lack any field, so that a name which no row has is no error; but it may be a slip.
void JsonLinesParser::Rows::note_never_met() {
  if (!context_.labelled) return;  // what the model leaves out need not be there
  for (const auto name : object_.never_met())
    context_.complaints->note(say(context_.name, ": ", mention("ignore", name), ": the first row has no such field"));
}

JsonLinesParser::JsonLinesParser(ParserContext context, const JsonLinesSettings& settings)
    : rows_(std::make_unique<Rows>(std::move(context), settings)) {}
JsonLinesParser::~JsonLinesParser() = default;
void JsonLinesParser::parse(TextBlock block, Dataset& rows) { rows_->parse(block, rows); }

}  // namespace tacit
