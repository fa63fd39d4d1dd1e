// How far an unfinished run had come, as the JSON object `unfinished` of a model.
#pragma once

#include "run/json_fields.hpp"
#include "run/json_writer.hpp"
#include "run/model_json.hpp"
#include "tacit/run/model.hpp"

namespace tacit {

// Numbers, lists of them, indices and numbers per feature, by name. Where arrays are left out, the latter are described alone.
void write_numbers(const LearnerState& state, Arrays arrays, JsonWriter& json);
LearnerState numbers_from_json(const Fields& fields, std::string_view key, Arrays arrays);

void write_unfinished(const Unfinished& unfinished, JsonWriter& json);
// Throws DataError that names the key and what was expected there.
Unfinished unfinished_from_json(const Fields& fields);

}  // namespace tacit
