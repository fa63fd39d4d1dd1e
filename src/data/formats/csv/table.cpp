#include "data/formats/csv/table.hpp"

namespace tacit::csv {

namespace {

Kind kind_of(ColumnContent content) {
  switch (content) {
    case ColumnContent::numbers:
      return Kind::number;
    case ColumnContent::text:
      return Kind::text;
    case ColumnContent::times:
      return Kind::ignored;
  }
  return Kind::undecided;
}

}  // namespace

void Table::begin(std::vector<Column> all, const ColumnsSeen& seen, const ParserContext& context) {
  columns = std::move(all);
  const std::size_t count = columns.size();
  kinds.resize(count);
  categories.resize(count);
  values.resize(count + 2);
  label = count;
  weight = count + 1;
  absent_label = context.absent_label;
  values[label] = absent_label;
  values[weight] = 1;
  for (std::size_t c = 0; c < count; ++c) {
    kinds[c] = columns[c].kind;
    if (kinds[c] == Kind::label) {
      label = c;
      if (context.words) kinds[c] = Kind::label_word;
    }
    if (kinds[c] == Kind::weight) weight = c;
    if (columns[c].is_id) id = c;
    if (kinds[c] == Kind::time) mark.has_time = true;
    if (columns[c].is_group) group = c;
    if (kinds[c] != Kind::undecided) continue;
    if (const auto* content = seen.find(columns[c].name)) kinds[c] = kind_of(content->what);
  }
  mark.has_group = group.has_value();
  marked = mark.has_time || mark.has_group;
}

void Table::decide() {
  for (const auto& [column, kind] : decisions) kinds[column] = kind;
}

void Table::undecide() {
  for (const auto& [column, kind] : decisions) kinds[column] = Kind::undecided;
}

}  // namespace tacit::csv
