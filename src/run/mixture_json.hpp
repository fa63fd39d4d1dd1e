// The state of a mixture as a JSON object, with or without its table: {"numbers": {...}, "common": [[index, mean, metric], ...],
// "table": {"feature": [24 numbers], ...}}.
#pragma once

#include "run/model_json.hpp"
#include "tacit/learners/mixture_state.hpp"

namespace tacit {

Json mixture_to_json(const MixtureState& state, Weights table);

// Throws DataError. What the numbers mean is checked by the learner that takes them.
MixtureState mixture_from_json(const Json& object, const std::string& name, Weights table);

}  // namespace tacit
