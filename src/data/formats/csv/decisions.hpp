// Keeps what a record has decided about columns, once it is a row, and tells the user of decisions that may be a slip.
#pragma once

#include <cstdint>

#include "data/formats/csv/table.hpp"
#include "data/formats/parser.hpp"
#include "data/rows/columns_seen.hpp"

namespace tacit::csv {

void keep_decisions(Table& table, ColumnsSeen& seen, const ParserContext& context, std::uint64_t line);

}  // namespace tacit::csv
