// What a run remembers about missing numbers, as part of a model's memory: `missing/rows`, and per feature its index, sum and how
// many rows lacked it. A run that has seen no rows of a table or of JSON has nothing to remember.
#pragma once

#include "tacit/data/missing_values.hpp"
#include "tacit/learners/state.hpp"

namespace tacit {

// Throws std::invalid_argument, with a sentence, if the parts are not those of a run.
MissingValues missing_values(const LearnerState& memory);

// Throws DataError if a sum has grown beyond what a model can hold.
void remember(const MissingValues& values, LearnerState& memory);

}  // namespace tacit
