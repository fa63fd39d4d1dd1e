// What a run remembers about missing numbers, as part of a model's memory: `missing/rows`, and per feature its index, sum and how
// many rows lacked it. A run that has seen no rows of a table or of JSON has nothing to remember.
#pragma once

#include <span>
#include <string>

#include "tacit/core/message.hpp"
#include "tacit/data/missing_values.hpp"
#include "tacit/learners/state.hpp"

namespace tacit {

// Throws std::invalid_argument, with a sentence, if the parts are not those of a run.
MissingValues missing_values(const LearnerState& memory);

// Says of which feature a sum has grown beyond what a model can hold.
Message no_sum(const MissingValues& values, std::span<const std::string> names);

// Throws DataError if a sum has grown beyond what a model can hold.
void remember(const MissingValues& values, LearnerState& memory);

}  // namespace tacit
