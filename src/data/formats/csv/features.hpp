// From the cells of a record to a row of features: which index each column has, and what the row is made of.
//
// A numeric column has a name, and so an index, once it has a value other than 0. Names are met from left to right, whatever is
// in the columns. Of a record that is refused no name stays.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "data/formats/csv/table.hpp"
#include "tacit/data/dataset.hpp"
#include "tacit/data/feature_names.hpp"
#include "tacit/data/row_builder.hpp"

namespace tacit::csv {

class Features {
 public:
  // Both outlive this.
  Features(const Table& table, FeatureNames& names, bool bias) : table_(table), names_(names), bias_(bias) {}

  // The table has its columns.
  void begin();
  // The table's decisions have become the kinds of its columns.
  void decide();
  // False, and nothing appended, if the features that share an index add up to infinity.
  bool append(Dataset& rows, std::uint64_t line);
  // What the record just appended has said about names; its decisions are no longer the kinds of the table's columns.
  void forget_row();

 private:
  struct Number {
    Index index;
    std::uint32_t column;
  };

  void lay_out();
  void name_columns();
  std::string_view category(std::uint32_t column);

  const Table& table_;
  FeatureNames& names_;
  bool bias_;
  std::size_t names_before_ = 0;               // the record at hand
  std::vector<std::optional<Index>> indices_;  // of numeric columns that have one
  std::vector<std::uint32_t> unnamed_;         // numeric columns that were 0 so far: their names are yet unknown
  std::vector<std::uint32_t> named_now_;       // those whose name came up in the record at hand
  std::vector<Number> numbers_;                // numeric columns by increasing index
  std::vector<std::uint32_t> category_columns_;
  bool plain_ = true;  // only numbers, each on an index of its own
  std::string name_;
  RowBuilder builder_;
};

}  // namespace tacit::csv
