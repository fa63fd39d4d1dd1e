// How far an unfinished run had come, as the JSON object `unfinished` of a model.
#pragma once

#include "run/json_fields.hpp"
#include "run/json_writer.hpp"
#include "tacit/run/model.hpp"

namespace tacit {

void write_unfinished(const Unfinished& unfinished, JsonWriter& json);
// Throws DataError that names the key and what was expected there.
Unfinished unfinished_from_json(const Fields& fields);

}  // namespace tacit
