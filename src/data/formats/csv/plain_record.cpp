#include "data/formats/csv/plain_record.hpp"

#include "data/formats/csv/cell.hpp"
#include "data/text/decimal.hpp"
#include "data/text/odd_bytes.hpp"

namespace tacit::csv {

namespace {

// Reads a cell that is no bare number, and returns the place of the delimiter or line end behind it.
[[gnu::noinline]] const char* read_plain_cell(const char* p, const char* end, char delimiter, const ParserContext& context,
                                              Table& table, std::size_t column) {
  const char* stop = p;
  while (stop != end && *stop != delimiter && *stop != '\n' && *stop != '"') ++stop;
  if (stop != end && *stop == '"') return nullptr;
  std::string_view text(p, static_cast<std::size_t>(stop - p));
  if (text.ends_with('\r') && (stop == end || *stop == '\n')) text.remove_suffix(1);
  const std::string_view cell = trimmed(text);
  const Kind kind = table.kinds[column];
  if (kind == Kind::ignored) return stop;
  if (kind == Kind::id) {
    table.categories[column] = cell.empty() ? cell : text;
    return find_odd_byte(text, false) == text.size() ? stop : nullptr;
  }
  if (kind == Kind::time) return table.read_time(cell, column) ? stop : nullptr;
  if (table.missing_cells.contain(cell)) {
    if (kind == Kind::weight || column == table.group || (column == table.label && context.labelled)) return nullptr;
    table.leave_empty(column);
    return stop;
  }
  if (kind == Kind::category || (kind == Kind::text && !is_numeric(cell))) {
    table.categories[column] = text;
    return find_odd_byte(text, false) == text.size() ? stop : nullptr;
  }
  if (kind == Kind::label_word) {
    const auto label = context.label_of(cell);
    table.values[column] = label.value_or(0);
    return label ? stop : nullptr;
  }
  return kind >= Kind::number && is_number(cell, table.values[column]) ? stop : nullptr;
}

}  // namespace

// It is flattened so that numbers, which most cells are, cost no call.
[[gnu::flatten]] const char* read_plain_record(const char* p, const char* end, char delimiter, const ParserContext& context,
                                               Table& table) {
  const std::size_t count = table.kinds.size();
  const Kind* const kinds = table.kinds.data();
  double* const values = table.values.data();
  table.missing.clear();
  const bool bare_numbers = !table.missing_cells.have_numbers();
  for (std::size_t c = 0; c < count; ++c) {
    const bool last = c + 1 == count;
    const char ending = last ? '\n' : delimiter;
    if (kinds[c] >= Kind::number && bare_numbers) {
      const char* stop = parse_decimal(p, end, values[c]);
      if (stop != nullptr && stop != end) {
        if (last && *stop == '\r') ++stop;
        if (stop != end && *stop == ending) {
          p = stop + 1;
          continue;
        }
      }
    }
    const char* const stop = read_plain_cell(p, end, delimiter, context, table, c);
    if (stop == nullptr) return nullptr;
    if (stop == end) {
      if (!last) return nullptr;
      p = stop;
    } else {
      if (*stop != ending) return nullptr;
      p = stop + 1;
    }
  }
  return values[table.weight] >= 0 ? p : nullptr;
}

}  // namespace tacit::csv
