// The columns of a table, and the cells of the record at hand: a number or a category for each column.
//
// What an undecided column holds is decided by the record at hand, for good once that has become a row.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "data/formats/csv/columns.hpp"
#include "tacit/data/columns_seen.hpp"

namespace tacit::csv {

struct Table {
  std::vector<Column> columns;
  std::vector<Kind> kinds;
  std::size_t label = 0;  // in values; behind the columns are a label and a weight for those that have none
  std::size_t weight = 0;

  std::vector<double> values;                           // 0 where missing
  std::vector<std::string_view> categories;             // empty where missing
  std::vector<std::uint32_t> missing;                   // columns without a value, the label not counted
  std::vector<std::pair<std::size_t, Kind>> decisions;  // about columns

  // The label is a word, or a number.
  void begin(std::vector<Column> all, const ColumnsSeen& seen, bool words);
  void forget_cells() {
    missing.clear();
    decisions.clear();
  }

  void leave_empty(std::size_t column) {
    values[column] = 0;
    categories[column] = {};
    if (column != label) missing.push_back(static_cast<std::uint32_t>(column));
  }
  void decide();
  void undecide();
};

}  // namespace tacit::csv
