// How far an unfinished run had come, as the JSON object `unfinished` of a model.
#pragma once

#include "run/json_fields.hpp"
#include "tacit/run/model.hpp"

namespace tacit {

Json unfinished_to_json(const Unfinished& unfinished);
// Throws DataError that names the key and what was expected there.
Unfinished unfinished_from_json(const Fields& fields);

}  // namespace tacit
