// The state of a learner as a JSON object: numbers under their names, arrays as lists, numbers by feature as objects
// {"feature": number} or {"feature": [numbers]}, or as lists [[feature, numbers...], ...] where their order is the learner's own.
#pragma once

#include <span>
#include <string>

#include "run/json_fields.hpp"
#include "run/json_writer.hpp"

namespace tacit {

// The parts that stand in the object; the others are elsewhere in the file.
enum class Parts {
  all,
  all_but_sorted,  // those with sorted numbers by feature are elsewhere
  numbers          // every array is elsewhere
};

// Writes the members of the object. The weights are the model's, one vector per output. Parts of the state that equal them are
// left out, and so are empty ones.
void write_state(const LearnerState& state, std::span<const SparseWeights> weights, Parts parts, JsonWriter& json);

// `expected` is the state of a fresh learner: what it has is read, its other parts stay as they are. Throws DataError that names
// the key. What the numbers mean is checked by the learner that takes them.
LearnerState state_from_json(const Fields& fields, LearnerState expected, std::span<const SparseWeights> weights, Parts parts);

// Says of a feature that it has another number of numbers than a learner of today keeps, and what to do.
std::string other_width(std::size_t needed, std::size_t given);

}  // namespace tacit
