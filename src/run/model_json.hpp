// The model as a JSON object, with or without its weights.
#pragma once

#include <nlohmann/json.hpp>

#include "tacit/run/model.hpp"

namespace tacit {

using Json = nlohmann::ordered_json;

enum class Weights { written, left_out };

Json model_to_json(const Model& model, Weights weights);

// Throws DataError that names the key and what was expected there.
Model model_from_json(const Json& object, const std::string& name, Weights weights);

}  // namespace tacit
