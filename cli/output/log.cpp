#include "cli/output/log.hpp"

#include <fmt/chrono.h>

#include <chrono>
#include <nlohmann/json.hpp>

#include "cli/output/tell.hpp"

namespace tacit::cli {

namespace {

std::string time_now() {
  const auto now = std::chrono::system_clock::now();
  const auto milliseconds = std::chrono::duration_cast<std::chrono::milliseconds>(now.time_since_epoch()).count() % 1000;
  return fmt::format("{:%FT%T}.{:03}Z", fmt::gmtime(std::chrono::system_clock::to_time_t(now)), milliseconds);
}

}  // namespace

void log(std::string_view event, const std::string& text, const nlohmann::ordered_json& facts) {
  if (log_form() == LogForm::text) return tell("{}\n", text);
  nlohmann::ordered_json object{{"time", time_now()}, {"event", event}};
  object.update(facts);
  show_json(object.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace), stderr);
}

void log(std::string_view event, const std::string& prefix, const std::string& sentence) {
  log(event, prefix + legible_message(sentence), nlohmann::ordered_json{{"message", sentence}});
}

}  // namespace tacit::cli
