// Delimited text: values separated by commas, tabs or semicolons, with quotes as in RFC 4180, one example per record.
//
// A numeric column is one feature, named as in the header or numbered from 1 without the label and the weight. A column of
// categories has a feature `column=value` of value 1 for each of its values. The first cell of a column that is not missing
// decides what the column holds: numbers, or text, which must not begin like a number (1.2.3). Cells of the other kind are then
// refused. Only a column that the settings call categorical takes both. A missing cell of a column of
// numbers is marked (missing.hpp); other missing cells and zeros are left out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "data/formats/parser.hpp"
#include "data/rows/columns_seen.hpp"

namespace tacit {

struct CsvSettings {
  std::optional<std::string>
      label_column{};            // its name, or its number from 1; else label, target, class or y, or the first without header
  std::optional<bool> header{};  // else there is one if no field of the first record is a number, or one names the label
  std::vector<std::string> categorical{};  // columns of categories, even if they look like numbers
  std::optional<char> delimiter{};         // else the one that the first record has most of

  // What columns held in the files before this one; none if this is the first.
  std::shared_ptr<ColumnsSeen> columns_seen{};

  std::vector<std::string> ignored{};  // columns that are read as if they were not there
  bool label_remembered = false;       // a model says the label column, and nobody typed it
  std::optional<std::string> id{};     // the column that holds ids, by name or number
  bool id_remembered = false;          // likewise
  std::optional<std::string> time{};   // the column that holds times
  std::optional<std::string> group{};  // the column that holds groups
  bool time_remembered = false;        // by a model
  bool group_remembered = false;

  std::vector<std::string> missing_words{};  // cells that are missing, besides empty ones; none: the usual words
};

class CsvParser : public Parser {
 public:
  CsvParser(ParserContext context, CsvSettings settings);
  ~CsvParser() override;

  // Refuses lone CRs as line ends: all of the table would be its header.
  void check_beginning(TextBlock block) const override;
  void parse(TextBlock block, Dataset& rows) override;
  using Parser::whole_records;
  std::size_t whole_records(std::string_view text, std::size_t seen) override;
  // A quote that is never closed spoils only the rest of its line.
  std::size_t endless_record(std::string_view text) const override;
  // The first record must not be left out: it says what the columns are.
  bool can_go_on() const override;

  // How many cells of the rows read have no value, not counting labels.
  std::uint64_t missing() const;

 private:
  class Rows;
  std::unique_ptr<Rows> rows_;
};

}  // namespace tacit
