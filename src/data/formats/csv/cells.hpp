// The cells of a record that was split into fields, read with care: what is wrong with one is said, and what to do about it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "data/formats/csv/record.hpp"
#include "data/formats/csv/table.hpp"
#include "data/formats/parser.hpp"
#include "tacit/data/columns_seen.hpp"

namespace tacit::csv {

// Reads the record into the table, decisions about columns included, given what columns have held so far; else says what is
// wrong, and with which byte of its text.
std::optional<Record::Trouble> read_cells(const Record& record, std::string_view text, const ParserContext& context,
                                          const ColumnsSeen& seen, Table& table);

// Where in the record's text a field has a byte that is no part of a name. What quotes enclose may hold tabs and line ends.
std::optional<std::size_t> odd_byte_of(const Record& record, std::size_t field, std::string_view text);

}  // namespace tacit::csv
