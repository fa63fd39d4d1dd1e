// What the program says while it works, on standard error: sentences for people or, after --log json, one JSON object per line.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "cli/options/log_form.hpp"

namespace tacit::cli {

// Says the text, or an object with the time, the event and these facts.
void log(std::string_view event, const std::string& text, const nlohmann::ordered_json& facts);
// Does so for an event that is a sentence: the object has it as `message`.
void log(std::string_view event, const std::string& prefix, const std::string& sentence);

}  // namespace tacit::cli
