// The last steps of reading a model, whatever its form: the learner is made, its state is read by what a fresh one has, and the
// learner goes on from it.
#pragma once

#include <span>
#include <string>

#include "run/state_json.hpp"
#include "tacit/run/model.hpp"

namespace tacit {

// Returns a model without its state yet, and its fresh learner. Throws DataError if the configuration asks for many more weights
// than the file has: every coordinate of the simplex takes memory, used or not.
LoadedModel begin_loading(Model model, std::size_t weights, const std::string& name);

// Reads the numbers of the state, and those arrays that are in the JSON object.
void load_state(JsonValue object, const std::string& name, Parts parts, LoadedModel& loaded);

// What the learner is for. One whose model is only looked at has its features numbered one after another where they are far
// apart, and knows no rows. Where the model is not wanted again, its state goes into the learner alone: all of it, or what
// predictions with one vector of weights need.
enum class Use { learning, looking, running, collapsing };

// Puts the learner where the model says. Where the file has weights beside the state, they have to agree. The reader gives the
// numbers of tables that the state is without.
enum class WeightsBeside { none, given };
void go_on(LoadedModel& loaded, WeightsBeside weights, Use use, const std::string& name, const StateSource::Reader& reader = {});

}  // namespace tacit
