// What the program says while it works, on standard error: sentences for people or, after --log json, one JSON object per line.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace tacit::cli {

enum class LogForm { text, json };

void set_log_form(LogForm form);
LogForm log_form();

// Says the text, or an object with the time, the event and these facts.
void log(std::string_view event, const std::string& text, const nlohmann::ordered_json& facts);
// Does so for an event that is a sentence: the object has it as `message`.
void log(std::string_view event, const std::string& prefix, const std::string& sentence);

}  // namespace tacit::cli
