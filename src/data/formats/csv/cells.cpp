#include "data/formats/csv/cells.hpp"

#include <fmt/format.h>

#include "data/formats/csv/cell.hpp"
#include "data/text/decimal.hpp"
#include "data/text/odd_bytes.hpp"
#include "tacit/core/legible.hpp"

namespace tacit::csv {

namespace {

using Refusal = std::optional<Record::Trouble>;

struct Source {
  const ParserContext& context;
  const ColumnsSeen& seen;
};

std::string called(const Table& table, std::size_t column) {
  return fmt::format("column {}", shown(table.columns[column].written));
}

// Says how to read a column as categories, or not at all.
Message remedy(const Table& table, std::size_t column) {
  const std::string& name = table.columns[column].written;
  return say(mention("categorical", name), "; to leave it out, ", mention("ignore", name));
}

// The place of the cell that decided what the column holds.
std::string where_decided(const Table& table, std::size_t column, const Source& source) {
  return source.seen.find(table.columns[column].name)->where(source.context.name);
}

// An id is a line's end in a file of predictions, so it has no line ends of its own.
Refusal read_category(const Record& record, std::size_t column, std::string_view text, Table& table) {
  table.categories[column] = record[column];
  const auto odd = odd_byte_of(record, column, text, !table.columns[column].is_id);
  return odd ? Refusal({*odd, odd_byte(text, *odd)}) : std::nullopt;
}

// Says what is wrong with a cell that should have been a number.
Message no_number(std::string_view cell, std::size_t column, const Source& source, const Table& table) {
  if (is_beyond_numbers(cell))
    return fmt::format("{}: found {}; expected a finite number, below 1.8e308", called(table, column), shown(cell));
  const std::string& name = table.columns[column].written;
  const bool is_feature = table.kinds[column] == Kind::undecided || table.kinds[column] == Kind::number;
  if (is_feature && parse_time(cell)) {
    return say(fmt::format("{}: found the time {}; to make features of times, say ", called(table, column), shown(cell)),
               mention("time", name), "; to leave the column out, ", mention("ignore", name));
  }
  switch (table.kinds[column]) {
    case Kind::label:
      return say(fmt::format("label {}; expected a number", shown(cell)), advice_on_word(cell));
    case Kind::weight:
      return fmt::format("weight {}; expected a number from 0 up", shown(cell));
    case Kind::number:
      return say(fmt::format("{}: found {}; expected a number as in {}; if the column holds categories, say ",
                             called(table, column), shown(cell), where_decided(table, column, source)),
                 remedy(table, column));
    default:
      return say(fmt::format("{}: found {}; expected a number; if the column holds categories, say ", called(table, column),
                             shown(cell)),
                 remedy(table, column));
  }
}

Refusal read_cell(const Record& record, std::size_t column, std::string_view text, const Source& source, Table& table) {
  const std::string_view cell = trimmed(record[column]);
  const auto refuse = [&](const Message& what) { return Refusal({record.at(column), what}); };
  const Kind kind = table.kinds[column];
  if (kind == Kind::ignored) return std::nullopt;
  if (kind == Kind::id) {
    auto refusal = read_category(record, column, text, table);
    if (cell.empty()) table.categories[column] = {};
    return refusal;
  }
  if (kind == Kind::time) {
    if (table.read_time(cell, column)) return std::nullopt;
    return refuse(fmt::format("{}: {}; {}", called(table, column), cell.empty() ? "the time is missing" : "found " + shown(cell),
                              expected_time));
  }
  if (table.missing_cells.contain(cell)) {
    if (column == table.group) {
      return refuse(say(fmt::format("{}: the group is missing; expected one in each row, as ", called(table, column)),
                        mention("group", table.columns[column].written), " says whose labels come before"));
    }
    if (kind == Kind::weight) return refuse("the importance weight is missing; expected a number from 0 up");
    if (column == table.label && source.context.labelled)
      return refuse(fmt::format("the label is missing; expected a {}, as rows without one are for predict",
                                kind == Kind::label                 ? "number"
                                : source.context.classes != nullptr ? "class"
                                                                    : "word"));
    table.leave_empty(column);
    return std::nullopt;
  }
  if (kind == Kind::label_word) {
    const auto label = source.context.label_of(cell);
    table.values[column] = label.value_or(0);
    return label ? std::nullopt : refuse(source.context.fault_of_label(cell));
  }
  if (kind == Kind::category) return read_category(record, column, text, table);
  if (kind == Kind::text) {
    if (!is_numeric(cell)) return read_category(record, column, text, table);
    return refuse(say(fmt::format("{}: found the number {}; expected text as in {}; if numbers are categories too, say ",
                                  called(table, column), shown(cell), where_decided(table, column, source)),
                      remedy(table, column)));
  }
  if (double& value = table.values[column]; is_number(cell, value)) {
    if (kind == Kind::weight && value < 0) return refuse(fmt::format("weight {}; expected a number from 0 up", cell));
    if (kind == Kind::undecided) table.decisions.emplace_back(column, Kind::number);
    return std::nullopt;
  }
  if (kind == Kind::undecided && table.mark.has_time && parse_time(cell)) {  // a second column of times: the first one counts
    table.decisions.emplace_back(column, Kind::ignored);
    return std::nullopt;
  }
  const bool text_of_its_own = kind == Kind::undecided && !is_beyond_numbers(cell) && !begins_like_number(cell);
  if (!text_of_its_own) return refuse(no_number(cell, column, source, table));
  table.decisions.emplace_back(column, Kind::text);
  return read_category(record, column, text, table);
}

}  // namespace

Refusal read_cells(const Record& record, std::string_view text, const ParserContext& context, const ColumnsSeen& seen,
                   Table& table) {
  const Source source{context, seen};
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    if (auto refusal = read_cell(record, c, text, source, table)) return refusal;
  }
  return std::nullopt;
}

std::optional<std::size_t> odd_byte_of(const Record& record, std::size_t field, std::string_view text, bool blanks) {
  const std::size_t at = record.at(field);
  const bool quoted = text.substr(at).starts_with('"');
  blanks = blanks && quoted;
  if (find_odd_byte(record[field], blanks) == record[field].size()) return std::nullopt;
  const std::size_t begin = quoted ? at + 1 : at;
  return begin + find_odd_byte(text.substr(begin), blanks);  // doubled quotes before it are in the text alone
}

}  // namespace tacit::csv
