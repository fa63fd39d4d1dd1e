// How far an unfinished run had come, as the JSON object `unfinished` of a model.
#pragma once

#include "run/json_fields.hpp"
#include "run/json_writer.hpp"
#include "tacit/run/model.hpp"

namespace tacit {

// Numbers, lists of them and indices, by name.
void write_numbers(const LearnerState& state, JsonWriter& json);
LearnerState numbers_from_json(const Fields& fields, std::string_view key);

void write_unfinished(const Unfinished& unfinished, JsonWriter& json);
// Throws DataError that names the key and what was expected there.
Unfinished unfinished_from_json(const Fields& fields);

}  // namespace tacit
