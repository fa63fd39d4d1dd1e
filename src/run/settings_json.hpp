// What a model says about how it was made, in its JSON object: every setting of the table that has a key.
#pragma once

#include <string_view>
#include <vector>

#include "run/json_fields.hpp"
#include "run/json_writer.hpp"
#include "tacit/run/settings.hpp"

namespace tacit {

std::vector<std::string_view> settings_keys();

// Writes the keys of one scope and their values. Settings of a learner are always there, as null where they mean nothing to it;
// those of reading only where something was said.
void write_settings(const Model& model, SettingScope scope, JsonWriter& json);

// Throws DataError that names the key and what was expected there, and SettingError for a learner that does not exist.
void settings_from_json(const Fields& fields, Model& model);

}  // namespace tacit
