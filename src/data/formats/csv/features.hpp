// Makes a row of features from the cells of a record: it knows which index each column has, and what the row is made of.
//
// A numeric column has a name, and so an index, once it has a value other than 0 or, in a dictionary, a missing one. Names are
// met from left to right, whatever is in the columns. No name of a refused record stays.
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
  // The table and the names outlive this.
  Features(const Table& table, FeatureNames& names, bool bias) : table_(table), names_(names), bias_(bias) {}

  // Called once the table has its columns.
  void begin();
  // Called once the table's decisions have become the kinds of its columns.
  void decide();
  // Appends a row. If the features that share an index add up to infinity, it appends nothing and returns false.
  bool append(Dataset& rows, std::uint64_t line);
  // Whether the row just appended gave a column its name; note_numbers() tells, once the row stays.
  bool named_columns() const { return !named_now_.empty(); }
  void note_numbers(Dataset& rows);
  // Forgets what the record just appended said about names. Its decisions are no longer the kinds of the table's columns.
  void forget_row();

 private:
  struct Number {
    Index index;
    std::uint32_t column;
  };

  void lay_out();
  void name_columns();
  std::string_view category(std::uint32_t column);
  bool finds_nameless(Dataset& rows);

  const Table& table_;
  FeatureNames& names_;
  bool bias_;
  std::size_t names_before_ = 0;               // how many names there were before the record at hand
  std::vector<std::optional<Index>> indices_;  // those of numeric columns, once they have one
  std::vector<std::uint32_t> unnamed_;         // numeric columns that were 0 so far: they have no name yet
  std::vector<std::uint32_t> named_now_;       // numeric columns that got their name in the record at hand
  std::vector<Number> numbers_;                // numeric columns by increasing index
  std::vector<std::uint32_t> category_columns_;
  std::vector<std::optional<Index>> if_numbers_;    // per column without a name, the feature that it is if it holds numbers
  std::vector<std::pair<Index, double>> nameless_;  // those of the record at hand that are missing, with their marks
  bool plain_ = true;                               // there are only numbers, each with an index of its own
  std::string name_;
  RowBuilder builder_;
};

}  // namespace tacit::csv
