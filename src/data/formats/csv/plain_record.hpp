// Reads plain records, which most are: no cell is in quotes or needs a complaint. They take one pass over their text.
#pragma once

#include "data/formats/csv/table.hpp"
#include "data/formats/parser.hpp"

namespace tacit::csv {

// Reads the record at the beginning of the text into the table and returns the place behind its line end; null if it is not
// plain.
const char* read_plain_record(const char* p, const char* end, char delimiter, const ParserContext& context, Table& table);

}  // namespace tacit::csv
