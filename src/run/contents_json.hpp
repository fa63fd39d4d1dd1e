// What a model remembers about the columns of delimited text, in its JSON object: lists of names by what the columns hold.
#pragma once

#include "run/json_fields.hpp"
#include "run/json_writer.hpp"
#include "tacit/data/column_contents.hpp"

namespace tacit {

void write_contents(const ColumnContents& contents, JsonWriter& json);

// Throws DataError that names the key and what was expected there.
ColumnContents contents_from_json(const Fields& fields);

}  // namespace tacit
