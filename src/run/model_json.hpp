// The model as a JSON object. In a binary file it describes the model, and the arrays stand behind it.
#pragma once

#include "run/json_fields.hpp"
#include "run/json_writer.hpp"
#include "tacit/run/model.hpp"

namespace tacit {

enum class Arrays {
  written,  // the object has everything
  left_out  // weights, largest values and the arrays of the state are elsewhere
};

void write_object(const Model& model, Arrays arrays, JsonWriter& json);

// Reads all but what goes with a state. Throws DataError that names the key and what was expected there.
Model model_from_json(JsonValue object, const std::string& name, Arrays arrays);
// Reads what the run of a model with a state has come to.
void run_from_json(JsonValue object, const std::string& name, Model& model);

}  // namespace tacit
