// What a model says about how it was made, in its JSON object: the learner's configuration and the columns of the data.
#pragma once

#include <span>
#include <string_view>

#include "run/json_fields.hpp"
#include "tacit/data/column_choice.hpp"
#include "tacit/learners/configuration.hpp"

namespace tacit {

// Keys that configurations and columns have.
std::span<const std::string_view> configuration_keys();

// Adds its keys to the object.
void configuration_to_json(const Configuration& configuration, Json& object);
// Throws DataError that names the key and what was expected there.
Configuration configuration_from_json(const Fields& fields);

void columns_to_json(const ColumnChoice& columns, Json& object);
ColumnChoice columns_from_json(const Fields& fields);

}  // namespace tacit
