// Reads the cells of a record that was split into fields, with care: it says what is wrong with one, and what to do about it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "data/formats/csv/record.hpp"
#include "data/formats/csv/table.hpp"
#include "data/formats/parser.hpp"
#include "data/rows/columns_seen.hpp"

namespace tacit::csv {

// Reads the record into the table, with decisions about columns, given what columns have held so far; or says what is wrong, and
// with which byte of its text.
std::optional<Record::Trouble> read_cells(const Record& record, std::string_view text, const ParserContext& context,
                                          const ColumnsSeen& seen, Table& table);

// Finds a byte of a field that cannot be part of a name, in the record's text. Quotes may enclose tabs and line ends if blanks
// may stand there at all.
std::optional<std::size_t> odd_byte_of(const Record& record, std::size_t field, std::string_view text, bool blanks = true);

}  // namespace tacit::csv
