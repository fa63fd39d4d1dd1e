#include "data/formats/csv/table.hpp"

namespace tacit::csv {

void Table::begin(std::vector<Column> all, const ColumnsSeen& seen, bool words) {
  columns = std::move(all);
  const std::size_t count = columns.size();
  kinds.resize(count);
  categories.resize(count);
  values.resize(count + 2);
  label = count;
  weight = count + 1;
  values[weight] = 1;
  for (std::size_t c = 0; c < count; ++c) {
    kinds[c] = columns[c].kind;
    if (kinds[c] == Kind::label) {
      label = c;
      if (words) kinds[c] = Kind::label_word;
    }
    if (kinds[c] == Kind::weight) weight = c;
    if (kinds[c] == Kind::id) id = c;
    if (kinds[c] != Kind::undecided) continue;
    if (const auto* content = seen.find(columns[c].name)) kinds[c] = content->text ? Kind::text : Kind::number;
  }
}

void Table::decide() {
  for (const auto& [column, kind] : decisions) kinds[column] = kind;
}

void Table::undecide() {
  for (const auto& [column, kind] : decisions) kinds[column] = Kind::undecided;
}

}  // namespace tacit::csv
