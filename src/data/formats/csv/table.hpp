// A Table holds the columns and the cells of the record at hand: a number or a category per column.
//
// The record at hand decides what an undecided column holds, and for good once it has become a row.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "data/formats/csv/cell.hpp"
#include "data/formats/csv/columns.hpp"
#include "data/formats/parser.hpp"
#include "data/rows/columns_seen.hpp"
#include "tacit/data/missing.hpp"
#include "tacit/data/row_mark.hpp"

namespace tacit::csv {

struct Table {
  std::vector<Column> columns;
  std::vector<Kind> kinds;
  std::size_t label = 0;  // its place in values; behind the columns stand a label and a weight for tables without
  std::size_t weight = 0;
  std::optional<std::size_t> id;  // the column of ids
  std::optional<std::size_t> group;
  bool marked = false;  // there is a column of times or groups
  RowMark mark;         // of the record at hand; its group is read from the categories

  double absent_label = 0;
  MissingCells missing_cells;

  std::vector<double> values;                           // where missing a mark in a column of numbers, else 0
  std::vector<std::string_view> categories;             // empty where missing; ids too
  std::vector<std::uint32_t> missing;                   // columns without a value, except the label
  std::vector<std::pair<std::size_t, Kind>> decisions;  // about columns

  void begin(std::vector<Column> all, const ColumnsSeen& seen, const ParserContext& context);
  void forget_cells() {
    missing.clear();
    decisions.clear();
  }

  void leave_empty(std::size_t column) {
    values[column] = column == label ? absent_label : kinds[column] == Kind::number ? missing_mark : 0;
    categories[column] = {};
    if (column != label) missing.push_back(static_cast<std::uint32_t>(column));
  }
  // Reads a cell of the column of times, which may be the ids, too; false if it is none.
  bool read_time(std::string_view cell, std::size_t column) {
    const auto time = parse_time(cell);
    if (time) mark.time = *time;
    categories[column] = cell;
    return time.has_value();
  }
  void decide();
  void undecide();
};

}  // namespace tacit::csv
