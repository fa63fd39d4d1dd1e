// Delimited text: comma, tab or semicolon separated values with quotes as in RFC 4180, one example a record.
//
// A numeric column is one feature, named as in the header or numbered from 1 without the label and the weight. A column of
// categories has a feature `column=value` of value 1 for each of its values. What a column holds is decided by the first of its
// cells that is not missing: a number, or text, but no number gone wrong such as 1.2.3; cells of the other kind are then refused.
// Only a column that the settings call categorical takes both. Missing cells and zeros are left out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "data/formats/parser.hpp"
#include "tacit/data/columns_seen.hpp"

namespace tacit {

struct CsvSettings {
  std::optional<std::string> label_column;  // name, or number from 1; else label, target, class or y; the first without header
  std::optional<bool> header;               // else one if no field of the first record is a number, or one names the label
  std::vector<std::string> categorical;     // columns that hold categories even if they look like numbers
  std::optional<char> delimiter;            // else the one that the first record has most of

  // What columns held in the files before this one; none if this is the first.
  std::shared_ptr<ColumnsSeen> columns_seen{};

  std::vector<std::string> ignored{};  // columns that are read as if they were not there
  bool label_remembered = false;       // by a model, so that messages do not speak of what nobody typed
};

class CsvParser : public Parser {
 public:
  CsvParser(ParserContext context, CsvSettings settings);
  ~CsvParser() override;

  void parse(TextBlock block, Dataset& rows) override;
  using Parser::whole_records;
  std::size_t whole_records(std::string_view text, std::size_t seen) override;
  // A quote that is never closed takes only the rest of its line along.
  std::size_t endless_record(std::string_view text) const override;
  // Not without the first record, which says what the columns are.
  bool can_go_on() const override;

  // Cells without a value in the rows read, not counting labels.
  std::uint64_t missing() const;

 private:
  class Rows;
  std::unique_ptr<Rows> rows_;
};

}  // namespace tacit
